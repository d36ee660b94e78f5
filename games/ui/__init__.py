"""What the pages of all games share: forms, rules page, score sheet, shorthand."""
