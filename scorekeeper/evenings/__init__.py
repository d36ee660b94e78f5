"""What sessions belong to: evenings, who attends them, their rounds and seats, and their settlements."""
