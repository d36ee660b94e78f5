"""The targets of a page, which are links, buttons, fields and chips, and what is wrong with them.

A target must be neither covered nor too small. The page itself says what is under a point (`elementFromPoint`), so this
also works for links that are stretched over a row or a tile.
"""

from __future__ import annotations

from playwright.sync_api import Page

LEAST = 24
"""The width and height in pixels that every target needs (WCAG 2.2, 2.5.8)."""

WRONG = """(least) => {
    const fields = "input:not([type=hidden]), select, textarea";
    const targets = `a[href], button, summary, ${fields}, label, tr.hand > *`;
    const found = new Map();
    const unseen = (one) => {
        const {width, height} = one.getBoundingClientRect();
        return !one.checkVisibility({visibilityProperty: true}) || Math.min(width, height) <= 1;
    };
    // Not a target, or not at the moment.
    const left_out = (one) =>
        one.matches(":disabled") || one.closest("[inert]")
        || one.matches("label input") // its label is the target
        || (one.tagName === "LABEL" && !one.querySelector(fields))
        || one.closest(".skip, .skip-to-content-link") // out of the page until it has the focus
        || one.closest(".visually-hidden"); // for the Enter key, password managers and screen readers
    // A link within a sentence is as high as its line: "Inline" among the exceptions of 2.5.8.
    const in_a_sentence = (one) => {
        if (one.tagName !== "A" || getComputedStyle(one).display !== "inline") return false;
        const beside = [...one.parentElement.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        return beside.some((node) => /\\p{L}{2}/u.test(node.textContent));
    };
    // A target is hit through what it contains, through the link of its row and through its label.
    const owner = (hit, one) => {
        if (!hit) return false;
        if (one.contains(hit)) return true;
        if (one.matches("tr.hand > *")) return hit.closest("tr") === one.parentElement && hit.closest("a");
        return [...(one.labels ?? [])].some((label) => label.contains(hit));
    };
    const hits = (x, y, one) => owner(document.elementFromPoint(x, y), one);
    // The middle of the visible part of its largest piece: a link may run over two lines, a list may scroll.
    const middle = (one) => {
        const pieces = [...one.getClientRects()];
        let {left, top, right, bottom} = pieces.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b));
        for (let around = one.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflowX === "visible") continue;
            const clip = around === document.body ? {left: 0, top: 0, right: innerWidth, bottom: innerHeight}
                : around.getBoundingClientRect();
            [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
            [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
        }
        [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
        [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
        return {x: (left + right) / 2, y: (top + bottom) / 2};
    };
    // The number of pixels, to both sides of a point, at which the target is hit.
    const extent = (x, y, dx, dy, one) => {
        let steps = 0;
        for (const way of [1, -1]) {
            for (let step = 1; steps < least && hits(x + way * step * dx, y + way * step * dy, one); step++) steps++;
        }
        return steps + 1;
    };
    const short = (one) => one.outerHTML.replace(/\\s+/g, " ").replace(/(<a )(.*?)href="[^"]*"/, "$1$2").slice(0, 90);
    const look = (one) => {
        for (const moment of one.getAnimations()) moment.finish(); // a button takes taps once it has been seen
        one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
        dispatchEvent(new Event("scroll")); // browsers send it with the next frame
        const {x, y} = middle(one);
        const over = document.elementFromPoint(x, y);
        if (!owner(over, one)) return `under ${over ? short(over) : "nothing"}`;
        if (in_a_sentence(one) || one.matches("tr.hand > *")) return "";
        const box = one.getBoundingClientRect();
        const width = box.width >= least - 0.1 ? least : extent(x, y, 1, 0, one);
        const height = box.height >= least - 0.1 ? least : extent(x, y, 0, 1, one);
        return Math.min(width, height) < least ? `${width} × ${height}` : "";
    };
    const audited = new Set();
    const audit = (within, state, only_new = false) => {
        for (const one of within.querySelectorAll(targets)) {
            if (unseen(one) || left_out(one) || (only_new && audited.has(one))) continue;
            audited.add(one);
            const wrong = look(one);
            if (wrong && !found.has(one)) found.set(one, `${short(one)}: ${wrong}${state}`);
        }
    };
    audit(document, "");
    // A menu covers the page when it is open, so it is audited by itself; all other folds are opened together.
    const folds = [...document.querySelectorAll("details:not([open])")];
    const over = folds.filter((fold) => [...fold.children].some((one) => getComputedStyle(one).position === "absolute"
        && one.tagName !== "SUMMARY"));
    for (const fold of over) {
        fold.open = true;
        audit(fold, ", unfolded");
        fold.open = false;
    }
    for (const fold of folds) fold.open = !over.includes(fold);
    if (folds.length > over.length) audit(document, ", all unfolded");
    // In the form of a hand each call has chips of its own.
    const chosen = document.querySelector("#outcome [name=call]:checked");
    const calls = [...document.querySelectorAll("#outcome [name=call]")];
    for (const call of calls) {
        call.checked = true;
        audit(document.getElementById("outcome"), `, ${call.value}`, true);
    }
    // The page is left as it was: it may be audited in another size.
    for (const call of calls) call.checked = call === chosen;
    for (const fold of folds) fold.open = false;
    return [...found.values()];
}"""


def wrong_targets(page: Page) -> list[str]:
    """Return a line for each target of a page that is covered or too small, folded ones included."""
    found: list[str] = page.evaluate(WRONG, LEAST)
    return found
