"""Access for phones in the local network: addresses, the announced name, and HTTPS."""
