"""What all requests and pages share."""
