/*
 * For browsers that can read the pages but lack one of these (docs/browsers.md). Each does what the pages use of it, in
 * the simplest way. Loaded only where something is missing.
 */

import { isPopoverShown } from './features.ts';

type Prototype = Record<string, unknown>;

/** Adds what is missing to an object of the browser. */
const add = (owner: object, members: Prototype): void => {
  for (const [name, member] of Object.entries(members)) {
    if (!(name in owner)) Object.defineProperty(owner, name, { configurable: true, writable: true, value: member });
  }
};

const SIZES_MS = 250;

/** Looks at the sizes from time to time. */
class SimpleResizeObserver {
  readonly #sizes = new Map<Element, string>();
  readonly #onResize: (entries: { target: Element; contentRect: DOMRect }[]) => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(onResize: (entries: { target: Element; contentRect: DOMRect }[]) => void) {
    this.#onResize = onResize;
  }

  observe(target: Element): void {
    this.#sizes.set(target, '');
    this.#timer ??= setInterval(() => this.#look(), SIZES_MS);
  }

  unobserve(target: Element): void {
    this.#sizes.delete(target);
  }

  disconnect(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#sizes.clear();
  }

  #look(): void {
    const entries = [...this.#sizes.keys()].map((target) => ({ target, contentRect: target.getBoundingClientRect() }));
    const changed = entries.filter(({ target, contentRect: { width, height } }) => {
      const size = `${width} ${height}`;
      const hasChanged = this.#sizes.get(target) !== size;
      this.#sizes.set(target, size);
      return hasChanged;
    });
    if (changed.length > 0) this.#onResize(changed);
  }
}

/** Elements that stand over the page, the topmost last. */
const shown: HTMLElement[] = [];
const returnFocusTo = new WeakMap<HTMLElement, Element | null>();

const show = (element: HTMLElement): void => {
  returnFocusTo.set(element, document.activeElement);
  shown.push(element);
};

const hide = (element: HTMLElement): void => {
  const hadFocus = element.contains(document.activeElement);
  shown.splice(shown.indexOf(element), 1);
  const before = returnFocusTo.get(element);
  if (hadFocus && before instanceof HTMLElement) before.focus();
};

const OVER_ALL = { position: 'fixed', inset: '0', zIndex: '60', boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.7)' };

const dialog = {
  showModal(this: HTMLDialogElement) {
    this.setAttribute('open', '');
    Object.assign(this.style, OVER_ALL);
    show(this);
  },
  close(this: HTMLDialogElement) {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    hide(this);
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  },
};

const toggled = (element: HTMLElement, name: 'beforetoggle' | 'toggle', newState: 'open' | 'closed') =>
  element.dispatchEvent(Object.assign(new Event(name), { newState }));

const popover = {
  showPopover(this: HTMLElement) {
    if ('shown' in this.dataset) return;
    toggled(this, 'beforetoggle', 'open');
    this.dataset.shown = '';
    show(this);
    queueMicrotask(() => toggled(this, 'toggle', 'open'));
  },
  hidePopover(this: HTMLElement) {
    if (!('shown' in this.dataset)) return;
    delete this.dataset.shown;
    hide(this);
    queueMicrotask(() => toggled(this, 'toggle', 'closed'));
  },
};

const isDialog = (element: HTMLElement) => element.localName === 'dialog';
const isAutomatic = (element: HTMLElement) => element.getAttribute('popover') === 'auto';

/** What a press does: the button of a popover opens or closes it, and a press elsewhere closes it. */
const followPresses = (): void => {
  const controlOf = (target: EventTarget | null) => (target as Element | null)?.closest?.('[popovertarget]') ?? null;
  document.addEventListener(
    'click',
    (event) => {
      const control = controlOf(event.target);
      const panel = control && document.getElementById(control.getAttribute('popovertarget') ?? '');
      if (!panel) return;
      // A browser that has a part of popovers would open it as well.
      event.preventDefault();
      if ('shown' in panel.dataset) panel.hidePopover();
      else panel.showPopover();
    },
    true,
  );
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (controlOf(target)) return;
      for (const element of shown.filter(isAutomatic)) if (!element.contains(target as Node)) element.hidePopover();
    },
    true,
  );
};

/** The browser closes its own popovers and dialogs itself. */
const closeOnEscape = (): void =>
  document.addEventListener(
    'keydown',
    (event) => {
      const top = shown.findLast((element) => isDialog(element) || isAutomatic(element));
      if (event.key !== 'Escape' || !top) return;
      if (!isDialog(top)) {
        // A dialog below stays open.
        event.preventDefault();
        top.hidePopover();
      } else if (![...document.querySelectorAll<HTMLElement>('[popover="auto"]')].some(isPopoverShown)) {
        // What the page does with the key comes first, and may prevent this.
        setTimeout(() => {
          if (event.defaultPrevented || !top.dispatchEvent(new Event('cancel', { cancelable: true }))) return;
          (top as HTMLDialogElement).close();
        });
      }
    },
    true,
  );

/** Adds what this browser lacks. Called once, before the first rendering. */
export const addStandIns = (): void => {
  const hasPopovers = 'showPopover' in HTMLElement.prototype;
  if (!hasPopovers) followPresses();
  if (!hasPopovers || !('showModal' in HTMLDialogElement.prototype)) closeOnEscape();
  add(globalThis, { ResizeObserver: SimpleResizeObserver });
  add(HTMLDialogElement.prototype, dialog);
  add(HTMLElement.prototype, popover);
  add(Element.prototype, {
    checkVisibility(this: Element) {
      return this.getClientRects().length > 0;
    },
  });
  add(URL, {
    canParse(address: string) {
      try {
        return Boolean(new URL(address));
      } catch {
        return false;
      }
    },
  });
  add(Intl, {
    supportedValuesOf: () => [],
    ListFormat: class {
      format(words: Iterable<string>): string {
        return [...words].join(', ');
      }
    },
  });
};
