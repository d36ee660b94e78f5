"""Parse, call a service or a query, render: `table` is the table screen, `rules` the games, `pages` all the rest."""
