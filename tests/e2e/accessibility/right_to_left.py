"""A page from right to left: a browser's translator turns pages round, and names may be written that way."""

from __future__ import annotations

from playwright.sync_api import Page

TURNED = """() => {
    document.documentElement.dir = "rtl";
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    // The scores between hands face their players; here they are put upright.
    for (const side of document.querySelectorAll(".scores__seat")) {
        Object.assign(side.style, {transform: "none", writingMode: "horizontal-tb"});
    }
    const place = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), amounts = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const {index, 0: amount} of node.data.matchAll(/[+−](?=[\\d€$£])/g)) {
            const [sign, digit] = [place(node, index), place(node, index + 1)];
            if (digit.width) amounts.push([node.parentElement.outerHTML.slice(0, 160), sign.left < digit.left]);
        }
    }
    return amounts;
}"""
"""Return every amount with a sign, and whether the sign is on its left."""


def turned(page: Page) -> list[str]:
    """Turn a page round, and return the amounts that have their sign on the wrong side."""
    return [amount for amount, well in page.evaluate(TURNED) if not well]
