"""Access for phones in the local network: the server's addresses, its announced name, and HTTPS."""
