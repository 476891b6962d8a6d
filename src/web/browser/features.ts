/*
 * What a browser has. docs/browsers.md names what the pages need, and what they do without.
 */

/** The features that stand-ins.ts has a simple form of, each with its owner. Old browsers lack some owners too. */
const withStandIns = (): readonly (readonly [owner: object | undefined, name: string])[] => [
  [globalThis, 'ResizeObserver'],
  [globalThis.HTMLDialogElement?.prototype, 'showModal'],
  [HTMLElement.prototype, 'showPopover'],
  [Element.prototype, 'checkVisibility'],
  [URL, 'canParse'],
  [Intl, 'supportedValuesOf'],
  [Intl, 'ListFormat'],
];

/** True if this browser lacks one of them. */
export const lacksFeatures = (): boolean => withStandIns().some(([owner, name]) => !owner || !(name in owner));

/** True if a popover is shown. Browsers without popovers do not know the selector. */
export const isPopoverShown = (panel: HTMLElement): boolean =>
  'shown' in panel.dataset || (CSS.supports('selector(:popover-open)') && panel.matches(':popover-open'));
