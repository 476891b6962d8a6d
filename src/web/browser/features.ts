/** True if this browser lacks something that stand-ins.ts has a simple form of. */
export const lacksFeatures = (): boolean =>
  !(
    'ResizeObserver' in globalThis &&
    'showModal' in HTMLDialogElement.prototype &&
    'showPopover' in HTMLElement.prototype &&
    'checkVisibility' in Element.prototype &&
    'canParse' in URL &&
    'supportedValuesOf' in Intl &&
    'ListFormat' in Intl
  );

/** True if a popover is shown. Browsers without popovers do not know the selector. */
export const isPopoverShown = (panel: HTMLElement): boolean =>
  'shown' in panel.dataset || (CSS.supports('selector(:popover-open)') && panel.matches(':popover-open'));
