"""Reading a photographed score sheet, from the picture to the hands.

`photo` flattens the page in a picture, `boxes` says what is in each of its boxes, and `lists` does both for lists
printed elsewhere. Both return `observations`: a probability for every tick and digit. From these, `decoder` finds the
most likely hands that the rules of the game allow. `sheet` puts the pages of a sheet together.

The other modules are the pages of the app: they keep photos, ask about doubtful rows, and start sessions.
"""
