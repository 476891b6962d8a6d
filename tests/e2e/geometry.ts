import { expect, type Locator, type Page } from '@playwright/test';

/** Scrolls to this place as soon as the page is long enough for it, and expects that the page is there. */
export const scrollTo = (page: Page, place: number): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate((y) => {
        window.scrollTo(0, y);
        return Math.round(window.scrollY);
      }, place),
    )
    .toBe(place);

/**
 * Scrolls until the element is this far below the top of the screen, or as far as the page goes. While a page loads, it may be
 * too short, or show another element in its place. So this is repeated until the page has moved.
 */
export const scrollToElement = (element: Locator, below: number): Promise<void> =>
  expect
    .poll(() =>
      element.evaluate((node, distance) => {
        window.scrollTo(0, node.getBoundingClientRect().top + window.scrollY - distance);
        return window.scrollY;
      }, below),
    )
    .toBeGreaterThan(0);

/** The place and size of an element once the fonts are loaded and it moves no more. */
export const boxOf = async (element: Locator) => {
  await element.page().evaluate(async () => void (await document.fonts.ready));
  let box = await element.boundingBox();
  await expect(async () => {
    const before = box;
    box = await element.boundingBox();
    expect(box).not.toBeNull();
    expect(box).toEqual(before);
  }).toPass({ intervals: [50] });
  return box!;
};

/**
 * Expects that everything in these elements is whole: no text or control lies under another one, is cut, or reaches beyond
 * its element. Texts that end in dots, lines that are hidden as a whole, and what can be scrolled are whole.
 */
export const expectWhole = async (elements: Locator, what: string): Promise<void> => {
  await expect(elements.first()).toBeVisible();
  await expect(async () => {
    expect(await elements.evaluateAll(brokenParts), what).toEqual([]);
  }).toPass({ timeout: 10_000 });
};

/** Expects that none of these elements lies on another one, and that none is wider than the screen. */
export const expectApart = async (elements: Locator, what: string): Promise<void> => {
  await expect(elements.first()).toBeVisible();
  await expect(async () => {
    expect(await elements.evaluateAll(crowded), what).toEqual([]);
  }).toPass({ timeout: 10_000 });
};

/** Which of these elements lie on each other, in words. Runs in the page. */
const crowded = (nodes: Element[]): string[] => {
  const named = nodes.map((node) => ({
    name: (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 30) || node.localName,
    box: node.getBoundingClientRect(),
  }));
  const across = (a: DOMRect, b: DOMRect) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a: DOMRect, b: DOMRect) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return named.flatMap(({ name, box }, index) => [
    ...(box.width > innerWidth ? [`${name} is too wide`] : []),
    ...named
      .slice(index + 1)
      .filter((other) => across(box, other.box) > 1.5 && down(box, other.box) > 1.5)
      .map((other) => `${name} lies on ${other.name}`),
  ]);
};

/** What is broken in these elements, in words. Runs in the page. */
const brokenParts = (roots: Element[]): string[] => {
  interface Part {
    node: Element;
    name: string;
    box: DOMRect;
  }
  const SLACK = 1.5;
  const CONTROLS = 'button, a, input, select, textarea, output';
  const right = (a: DOMRect, b: DOMRect) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a: DOMRect, b: DOMRect) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const holds = (a: DOMRect, b: DOMRect) =>
    a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
  const clips = (style: CSSStyleDeclaration) => [style.overflowX, style.overflowY].some((value) => value !== 'visible');
  /** Ends in dots, or can be scrolled. */
  const mayEnd = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || /auto|scroll/.test(style.overflow);

  /** What is seen of a box, and whether what is missing was cut off. */
  const seen = (node: Element, box: DOMRect): { box: DOMRect | null; isCut: boolean } => {
    let rest = box;
    let isCut = false;
    for (let parent: Element | null = node; parent && parent !== document.body; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      const frame = parent.getBoundingClientRect();
      if (!clips(style) || frame.width <= 1) continue;
      if (right(rest, frame) <= SLACK || down(rest, frame) <= SLACK) return { box: null, isCut: false };
      const left = Math.max(rest.left, frame.left);
      const top = Math.max(rest.top, frame.top);
      const inside = new DOMRect(
        left,
        top,
        Math.min(rest.right, frame.right) - left,
        Math.min(rest.bottom, frame.bottom) - top,
      );
      const lost = rest.width - inside.width > SLACK || rest.height - inside.height > SLACK + 2;
      if (lost && !mayEnd(style)) isCut = true;
      rest = inside;
    }
    return { box: rest, isCut };
  };

  const isShown = (node: Element) =>
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !node.closest('svg, [role="img"], .sr-only, [hidden], [inert], [aria-label^="Notifications"]');

  return roots.flatMap((root) => {
    const problems: string[] = [];
    const parts: Part[] = [];
    const outer = root.getBoundingClientRect();
    const add = (node: Element, name: string, box: DOMRect) => {
      if (box.width < 2 || box.height < 2) return;
      const { box: inside, isCut } = seen(node, box);
      if (!inside) return;
      if (isCut) problems.push(`${name} is cut`);
      if (inside.left < outer.left - SLACK || inside.right > outer.right + SLACK) problems.push(`${name} sticks out`);
      parts.push({ node, name, box: inside });
    };
    for (const node of root.querySelectorAll('*')) {
      if (!isShown(node)) continue;
      const label = node.getAttribute('aria-label') ?? node.textContent ?? '';
      if (node.matches(CONTROLS))
        add(node, `<${node.localName}> "${label.trim().slice(0, 30)}"`, node.getBoundingClientRect());
      for (const text of node.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE || !text.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) add(node, `"${text.textContent.trim().slice(0, 30)}"`, line);
      }
    }
    for (const [index, one] of parts.entries()) {
      for (const other of parts.slice(index + 1)) {
        if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
        // A checkbox in a row that is a button: the texts of the row are parts of their own.
        if (
          other.node.matches(CONTROLS) &&
          one.node.matches(CONTROLS) &&
          (holds(one.box, other.box) || holds(other.box, one.box))
        )
          continue;
        const [width, height] = [right(one.box, other.box), down(one.box, other.box)];
        // The boxes of lines above each other touch.
        if (width > SLACK && height > 3) problems.push(`${one.name} lies on ${other.name}`);
      }
    }
    return [...new Set(problems)].map((problem) => `${problem} (${root.getAttribute('aria-label') ?? root.localName})`);
  });
};
