"""From the picture of a page to a flat page: files, light, markers, QR code, bent paper."""
