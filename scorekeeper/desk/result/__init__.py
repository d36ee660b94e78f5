"""What a tournament has come to, from its rows or its document: ranking, money and the list of the day. Pure."""
