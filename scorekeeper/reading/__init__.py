"""Reading a photographed score sheet, from the picture to the hands.

`photo` makes a flat page of a picture, `boxes` says what is in each of its boxes, and `lists` does both for lists that
are printed elsewhere. `seen` is what they hand on: a probability for every tick and digit. From that, `decoder` finds
the most likely hands that the rules of the game allow. `sheet` puts the pages of a sheet together.

The other modules are the pages of the app: they keep photos, ask what is in doubt, and start sessions.
"""
