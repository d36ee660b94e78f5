"""Everything that comes back from paper: score sheets that are typed in, and photos of them.

`photo` flattens the page in a picture, `boxes` says what is in each of its boxes, and `lists` does both for lists
printed elsewhere. Both return `observations`: a probability for every tick and digit. From these, `decoder` finds the
most likely hands that the rules of the game allow. `sheet` puts the pages of a sheet together.

`transcript` is the page on which hands are typed in, and the rows of a photo recorded. The other modules keep photos,
ask about doubtful rows, and start sessions.
"""
