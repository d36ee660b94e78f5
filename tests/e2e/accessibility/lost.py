"""What is lost on a page where everything is large: cut off, out of its box, under something else, off the screen.

WCAG 2.2: text at twice the size has half the screen (1.4.4, 1.4.10); readers may increase the spacing (1.4.12).
"""

from __future__ import annotations

from playwright.sync_api import Page

LOST = """() => {
    const found = [], wide = document.scrollingElement.scrollWidth;
    if (wide > innerWidth) found.push(`${wide} wide of ${innerWidth}`);
    // unseen, or scrolled by itself
    const aside = ".visually-hidden, .skip, svg, section.link, .connection-status, .typing__rows, [role=status]";
    const seen = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(aside);
    const short = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 30);
    const say = (what, one) => found.push(`${what}: ${one.tagName}.${one.className} ${short(one)}`);
    for (const one of [...document.body.querySelectorAll("*")].filter(seen)) {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        // A name that is short in its column stands whole on a chip, and is whole where all is large.
        if (style.textOverflow === "ellipsis" && innerWidth > 288) continue;
        const cut = style.overflowX !== "visible" && style.overflowX !== "auto";
        const wider = one.scrollWidth > one.clientWidth + 1 && !one.matches("input");  // a text field scrolls
        if (cut && (wider || one.scrollHeight > one.clientHeight + 1)) say("cut", one);
        if (style.display === "inline" || one.closest(".scroll, .ledger, .reasons")) continue;
        for (const node of [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim())) {
            const range = document.createRange();
            range.selectNodeContents(node);
            const written = range.getBoundingClientRect();
            if (written.right > box.right + 1.5 || written.left < box.left - 1.5) say("out of its box", one);
        }
    }
    // The bar of a table and the button that starts a session are above what is scrolled behind them.
    const targets = [...document.querySelectorAll("a, button, summary, label.chip, .input")];
    const boxes = targets.filter((one) => seen(one) && !one.closest(".bar, .in-view, tr.hand"))
        .map((one) => [one, one.getBoundingClientRect()]);
    for (const [one, a] of boxes) for (const [other, b] of boxes) {
        if (!(one.compareDocumentPosition(other) & 4) || one.contains(other)) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) say(`under ${short(one)}`, other);
    }
    return found;
}"""

SPACED = """
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
"""


def lost(page: Page) -> list[str]:
    """Return what is cut off, overlaps or leaves the screen on a page, at several widths and with spaced text."""
    found = []
    for width in (195, 320, 390, 590):
        page.set_viewport_size({"width": width, "height": 640})
        found += [f"{width} wide: {what}" for what in page.evaluate(LOST)]
    page.set_viewport_size({"width": 390, "height": 844})
    style = page.add_style_tag(content=SPACED)
    found += [f"spaced: {what}" for what in page.evaluate(LOST)]
    style.evaluate("style => style.remove()")
    return found
