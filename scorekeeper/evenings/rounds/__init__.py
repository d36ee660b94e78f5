"""The rounds of an evening: seats are drafted, published and started; who sits where; and the clock."""
