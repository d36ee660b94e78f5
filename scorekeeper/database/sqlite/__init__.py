"""Django's SQLite backend, where the threads of a process write one after the other."""
