// Looks at the page as it is now and returns its faults, each as {kind, where, what}. Runs as the body of a function.
// arguments[0]: the names of all sentences. arguments[1]: the exceptions, each {kind, selector}. arguments[2]: the window's width.
//
// Kinds: "name" (a sentence's name where its text belongs), "row" (cells of a row that are not side by side), "cut" (text that a box cuts
// off), "overlap" (text over other text), "sideways" (the page is wider than the window).

const [names, exceptions, windowWidth] = arguments;
const dashed = new Set(names.filter(name => name.includes("-")));
const plain = new Set(names.filter(name => !name.includes("-")));
const faults = [];

/** Pixels that boxes may differ by: browsers round them. */
const TOLERANCE = 1.5;
/** The part of a line's height above and below its letters: lines may share it. */
const LEADING = 0.22;
/** Hit tests are slow; more overlaps than these are counted only. */
const OVERLAPS_MAX = 60;

const round = number => Math.round(number * 10) / 10;
const shorten = text => text.replace(/\s+/g, " ").trim().slice(0, 60);
const parentOf = element =>
    element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;

function nameOf(element) {
    const one = part => {
        const test = part.dataset?.testid ? `[data-testid=${part.dataset.testid}]` : "";
        const classes = typeof part.className === "string" ? part.className : part.className.baseVal;
        return part.localName + test + classes.split(/\s+/).filter(Boolean).map(name => `.${name}`).join("");
    };
    const parts = [one(element)];
    for (let up = parentOf(element); up && parts.length < 4 && up !== document.body; up = parentOf(up)) parts.unshift(one(up));
    return parts.join(" > ");
}

function isExcepted(kind, element) {
    const fitting = exceptions.filter(exception => exception.kind === kind);
    for (let up = element; up; up = parentOf(up))
        if (fitting.some(exception => up.matches(exception.selector))) return true;
    return false;
}

function report(kind, element, what) {
    if (!isExcepted(kind, element)) faults.push({ kind, where: nameOf(element), what });
}

function collect(root, found) {
    for (const element of root.querySelectorAll("*")) {
        found.push(element);
        if (element.shadowRoot) collect(element.shadowRoot, found);
    }
    return found;
}

const styles = new Map();
function styleOf(element) {
    let style = styles.get(element);
    if (!style) styles.set(element, style = getComputedStyle(element));
    return style;
}

const isVisible = element =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
/** Only for people who listen to the page: one pixel, or nothing of it, is painted. */
const listeners = new Map();
function isForListeners(element) {
    if (!element || element === document.body) return false;
    let known = listeners.get(element);
    if (known === undefined) {
        const style = styleOf(element);
        known = style.clipPath === "inset(50%)" || style.clip === "rect(0px, 0px, 0px, 0px)" || isForListeners(parentOf(element));
        listeners.set(element, known);
    }
    return known;
}

const NO_TEXT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"]);
const SPOKEN = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt", "label"];
/** What says something of the app's own, where a value of a table cannot be. */
const LABELS = "button, a, label, legend, summary, caption, h1, h2, h3, h4, [role=tab], [role=option], [role=menuitem]";

function findNames(elements) {
    const look = (element, text, isLabel) => {
        const words = text.split(/[\s「」『』“”‘’"'`(){}\[\]<>=,.:;。、!?…·/|]+/);
        const found = words.filter(word => dashed.has(word));
        if (isLabel && plain.has(text.trim())) found.push(text.trim());
        found.forEach(name => report("name", element, `the sentence ${name} has no text`));
    };
    look(document.documentElement, document.title, true);
    for (const element of elements) {
        if (NO_TEXT.has(element.tagName)) continue;
        for (const attribute of SPOKEN) {
            const text = element.getAttribute(attribute);
            if (text) look(element, text, attribute !== "title");
        }
        if (element.tagName === "INPUT" && ["button", "submit", "reset"].includes(element.type)) look(element, element.value, true);
        for (const node of element.childNodes)
            if (node.nodeType === Node.TEXT_NODE) look(element, node.data, element.matches(LABELS));
    }
}

function findTornRows(elements) {
    for (const row of elements) {
        const isRow = row.tagName === "TR" || row.getAttribute("role") === "row";
        if (!isRow || !isVisible(row)) continue;
        const isCell = cell => ["TD", "TH"].includes(cell.tagName) || /^(grid)?cell$|header$/.test(cell.getAttribute("role") ?? "");
        const cells = [...row.children].filter(cell => isCell(cell) && isVisible(cell));
        const boxes = cells.map(cell => cell.getBoundingClientRect());
        for (let index = 1; index < cells.length; index += 1) {
            const [before, after] = [boxes[index - 1], boxes[index]];
            const place = `cell ${index + 1} "${shorten(cells[index].textContent)}"`;
            if (Math.abs(before.top - after.top) > TOLERANCE)
                report("row", row, `${place} begins at ${round(after.top)}, the one before it at ${round(before.top)}`);
            else if (before.right > after.left + TOLERANCE)
                report("row", row, `${place} begins at ${round(after.left)}, inside the one before it, which ends at ${round(before.right)}`);
        }
    }
    elements.filter(table => table.tagName === "TABLE" && isVisible(table)).forEach(findTornColumns);
}

/** The cells of a column begin at one place, whichever row they are in. */
function findTornColumns(table) {
    const starts = [];
    const taken = [];
    [...table.rows].filter(isVisible).forEach((row, line) => {
        let column = 0;
        for (const cell of [...row.cells].filter(isVisible)) {
            while (taken[line]?.[column]) column += 1;
            const start = cell.getBoundingClientRect().left;
            if (starts[column] === undefined) starts[column] = start;
            else if (Math.abs(starts[column] - start) > TOLERANCE)
                report("row", row, `cell "${shorten(cell.textContent)}" begins at ${round(start)}, its column at ${round(starts[column])}`);
            for (let down = 0; down < cell.rowSpan; down += 1)
                for (let side = 0; side < cell.colSpan; side += 1) (taken[line + down] ??= [])[column + side] = true;
            column += cell.colSpan;
        }
    });
}

/** The boxes that cut what is in an element, from the inside out; each says for both directions whether one can scroll there. */
const clips = new Map();
function clipsOf(element) {
    if (!element || element === document.body || element === document.documentElement) return [];
    let known = clips.get(element);
    if (!known) {
        const around = clipsOf(holderOf(element));
        const own = clipOf(element);
        clips.set(element, known = own ? [own, ...around] : around);
    }
    return known;
}

/** The nearest element around that can cut this one off. */
function holderOf(element) {
    const { position } = styleOf(element);
    if (position === "fixed" || element.matches(":modal, :popover-open")) return null;
    let up = parentOf(element);
    const isPassedOver = ({ position, transform, contain }) => position === "static" && transform === "none" && contain === "none";
    while (position === "absolute" && up && isPassedOver(styleOf(up))) up = parentOf(up);
    return up;
}

function clipOf(element) {
    const { overflowX: x, overflowY: y, display } = styleOf(element);
    // Of boxes in a line, only drawings cut off what is outside of them.
    const hasNoBox = display === "contents" || (display === "inline" && element.localName !== "svg");
    if (hasNoBox || (x === "visible" && y === "visible")) return null;
    const box = element.getBoundingClientRect();
    const [left, top] = [box.left + element.clientLeft, box.top + element.clientTop];
    const isWhole = element.localName === "svg" || element.clientWidth === 0;
    const [width, height] = isWhole ? [box.width, box.height] : [element.clientWidth, element.clientHeight];
    return { element, x, y, left, top, right: left + width, bottom: top + height };
}

/** Every visible line of text: its letters' box, the part of it that is seen, and the box that cuts off the rest. */
function readLines(elements) {
    const lines = [];
    for (const owner of elements) {
        if (NO_TEXT.has(owner.tagName) || ["OPTION", "OPTGROUP", "TEXTAREA", "TITLE", "title", "desc"].includes(owner.tagName)) continue;
        const nodes = [...owner.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (nodes.length === 0 || !isVisible(owner) || isForListeners(owner)) continue;
        if (/rgba\(.*, 0\)|^transparent$/.test(styleOf(owner).color)) continue;
        for (const node of nodes) {
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const box of range.getClientRects()) {
                if (box.width < 1 || box.height < 1) continue;
                const ink = { left: box.left + 0.5, right: box.right - 0.5, top: box.top + box.height * LEADING, bottom: box.bottom - box.height * LEADING };
                lines.push({ owner, node, ink, ...cutBy(ink, clipsOf(owner)) });
            }
        }
    }
    return lines;
}

function cutBy(ink, boxes) {
    const seen = { ...ink };
    let cut = null;
    const narrow = (box, overflow, low, high, direction) => {
        const beyond = Math.max(box[low] - seen[low], seen[high] - box[high]);
        if (overflow === "visible" || beyond <= 0) return;
        if ((overflow === "hidden" || overflow === "clip") && beyond > TOLERANCE) cut ??= { box, direction, beyond };
        seen[low] = Math.max(seen[low], box[low]);
        seen[high] = Math.min(seen[high], box[high]);
    };
    for (const box of boxes) {
        if (seen.left >= seen.right || seen.top >= seen.bottom) break;
        narrow(box, box.x, "left", "right", "width");
        narrow(box, box.y, "top", "bottom", "height");
    }
    const isSeen = seen.left < seen.right && seen.top < seen.bottom;
    return { seen: isSeen ? seen : null, cut };
}

/** An ellipsis is meant where a pointer finds the whole text. */
function isToldWhole(box, owner) {
    const bare = text => text.replace(/\s+/g, "");
    const clamped = styleOf(box).webkitLineClamp !== "none" || styleOf(box).textOverflow === "ellipsis";
    if (!clamped) return false;
    const texts = [...owner.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data).join("");
    for (let up = owner; up; up = parentOf(up)) {
        const title = up.getAttribute("title");
        if (title && bare(title).includes(bare(texts))) return true;
    }
    return false;
}

function findCutText(elements, lines) {
    const told = new Set();
    const tell = (owner, box, what) => {
        if (told.has(owner) || isToldWhole(box, owner)) return;
        told.add(owner);
        report("cut", owner, what);
    };
    for (const { owner, node, cut } of lines) {
        // A box without any room hides all of its text on purpose.
        const isClosed = cut && (cut.box.right - cut.box.left < 2 || cut.box.bottom - cut.box.top < 2);
        if (cut && !isClosed)
            tell(owner, cut.box.element, `"${shorten(node.data)}" is cut: ${round(cut.beyond)} pixels more than the ${cut.direction} of ${nameOf(cut.box.element)}`);
    }
    const owners = new Set(lines.filter(line => line.seen).map(line => line.owner));
    for (const element of owners) {
        // An ellipsis that the browser draws leaves the text's own boxes as they are in some versions, and not in others.
        for (let up = element; up && up !== document.body; up = parentOf(up)) {
            const style = styleOf(up);
            if (["hidden", "clip"].includes(style.overflowX) && style.textOverflow === "ellipsis" && up.scrollWidth > up.clientWidth + 1)
                tell(element, up, `"${shorten(element.textContent)}" ends with an ellipsis in ${nameOf(up)}: ${up.scrollWidth} pixels in ${up.clientWidth}`);
            if (style.display !== "inline") break;
        }
    }
    elements.forEach(findCutField);
}

const pen = document.createElement("canvas").getContext("2d");
/** Fields scroll what is typed, and cut what they say by themselves. */
function findCutField(field) {
    if (!["INPUT", "SELECT"].includes(field.tagName) || !isVisible(field) || isForListeners(field)) return;
    const style = styleOf(field);
    const texts = [];
    if (field.tagName === "SELECT" && field.size < 2) texts.push(field.selectedOptions[0]?.text ?? "");
    if (field.tagName === "INPUT" && !field.value) texts.push(field.placeholder);
    if (field.tagName === "INPUT" && field.type === "number") texts.push(field.value);
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    for (const text of texts.filter(Boolean)) {
        const width = pen.measureText(text).width;
        if (width > room + TOLERANCE && !(field.title && field.title.includes(text)))
            report("cut", field, `"${shorten(text)}" needs ${round(width)} pixels in a field of ${round(room)}`);
    }
}

function overlapOf(one, other) {
    const left = Math.max(one.left, other.left), right = Math.min(one.right, other.right);
    const top = Math.max(one.top, other.top), bottom = Math.min(one.bottom, other.bottom);
    return right - left > TOLERANCE && bottom - top > TOLERANCE ? { x: (left + right) / 2, y: (top + bottom) / 2 } : null;
}

function findOverlaps(lines) {
    const seen = lines.filter(line => line.seen).sort((one, other) => one.seen.top - other.seen.top);
    const pairs = new Map();
    seen.forEach((line, index) => {
        for (let next = index + 1; next < seen.length && seen[next].seen.top < line.seen.bottom; next += 1) {
            const other = seen[next];
            if (other.node === line.node || !overlapOf(line.seen, other.seen)) continue;
            const known = pairs.get(line.node) ?? pairs.set(line.node, new Map()).get(line.node);
            known.set(other.node, [line, other]);
        }
    });
    const candidates = [...pairs.values()].flatMap(others => [...others.values()]);
    if (candidates.length === 0) return;
    const places = rememberScrolling(candidates.flat().map(line => line.owner));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(sheet);
    for (const [one, other] of candidates.slice(0, OVERLAPS_MAX))
        if (bothAreSeen(one, other))
            report("overlap", one.owner, `"${shorten(one.node.data)}" and "${shorten(other.node.data)}" of ${nameOf(other.owner)} are in one place`);
    if (candidates.length > OVERLAPS_MAX)
        report("overlap", document.body, `${candidates.length} pairs of texts share a place, and ${OVERLAPS_MAX} were tried`);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet);
    places.forEach(([element, left, top]) => element.scrollTo({ left, top, behavior: "instant" }));
}

function rememberScrolling(elements) {
    const all = new Set([document.scrollingElement]);
    for (const element of elements) for (let up = element; up; up = parentOf(up)) all.add(up);
    return [...all].map(element => [element, element.scrollLeft, element.scrollTop]);
}

/** Whether the browser paints both texts where they meet: nothing opaque is between them or above. */
function bothAreSeen(one, other) {
    const now = line => {
        const range = document.createRange();
        range.selectNodeContents(line.node);
        return [...range.getClientRects()].map(box => ({ left: box.left, right: box.right, top: box.top + box.height * LEADING, bottom: box.bottom - box.height * LEADING }));
    };
    const meeting = () => {
        for (const box of now(one)) for (const second of now(other)) {
            const point = overlapOf(box, second);
            if (point) return point;
        }
        return null;
    };
    const isInside = point => point && point.x > 0 && point.y > 0 && point.x < innerWidth && point.y < innerHeight;
    let point = meeting();
    if (!isInside(point)) {
        one.owner.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        clips.clear();
        point = meeting();
    }
    if (!isInside(point)) return false;
    const root = one.owner.getRootNode() === other.owner.getRootNode() ? one.owner.getRootNode() : document;
    const stack = root.elementsFromPoint(point.x, point.y);
    const depth = line => {
        const exact = stack.indexOf(line.owner);
        return exact >= 0 ? exact : stack.findIndex(element => element.shadowRoot && element.shadowRoot.contains(line.owner));
    };
    const depths = [depth(one), depth(other)];
    if (Math.min(...depths) < 0) return false;
    const lower = stack[Math.max(...depths)];
    return !stack.slice(0, Math.max(...depths)).some(element => isOpaque(element) && !element.contains(lower));
}

function isOpaque(element) {
    const style = getComputedStyle(element);
    if (Number(style.opacity) < 0.9) return false;
    const isSolid = colour => {
        const parts = /rgba\(.*,\s*([0-9.]+)\)|\/\s*([0-9.]+)\)/.exec(colour);
        return colour !== "none" && colour !== "transparent" && (!parts || Number(parts[1] ?? parts[2]) > 0.9);
    };
    if (element instanceof SVGElement && element.localName !== "svg")
        return !["text", "tspan", "g"].includes(element.localName) && isSolid(style.fill) && Number(style.fillOpacity) > 0.9;
    return isSolid(style.backgroundColor);
}

function findSidewaysOverflow(elements) {
    const width = windowWidth;
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    const isHeld = element => clipsOf(element).some(box => box.element !== element && box.x !== "visible");
    // Fixed boxes and those in the top layer never make the page wider: they end outside of the window.
    const beyond = elements.filter(element => {
        const box = element.getBoundingClientRect();
        const isInside = box.right + scrollX <= width + TOLERANCE && box.left + scrollX >= -TOLERANCE;
        if (isInside || box.width === 0 || box.height === 0 || element.ownerSVGElement) return false;
        return !isHeld(element) && isVisible(element) && !isForListeners(element);
    });
    beyond.slice(0, 5).forEach(element => {
        const box = element.getBoundingClientRect();
        report("sideways", element, `from ${round(box.left)} to ${round(box.right)} in a window of ${width}`);
    });
    if (beyond.length === 0 && wide > width + 1) report("sideways", document.documentElement, `the page is ${wide} pixels wide in a window of ${width}`);
    // A phone's window grows with a page that is too wide.
    if (beyond.length === 0 && innerWidth > windowWidth) report("sideways", document.documentElement, `the window grew from ${windowWidth} to ${innerWidth} pixels`);
}

const everything = collect(document, []);
findNames(everything);
// What is behind a dialog cannot be reached.
const dialogs = everything.filter(element => element.matches("dialog:modal"));
const top = dialogs.at(-1);
const reachable = top ? collect(top, [top]) : everything;
findTornRows(reachable);
const lines = readLines(reachable);
findCutText(reachable, lines);
findOverlaps(lines);
findSidewaysOverflow(reachable);
return faults;
