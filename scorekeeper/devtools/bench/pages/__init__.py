"""Pages in a browser: their weight, their Lighthouse scores, and the taps that a hand takes."""
