"""What a tournament prints: lists, seating plans, cards and the result, on one page of the desk."""
