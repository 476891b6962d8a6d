import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { isPopoverShown } from '../browser/features.ts';
import { placeBeside } from './floating.ts';
import { useLayer } from './use-layer.ts';

/** Pixels between the popover and the edges of the window. */
const MARGIN = 12;

/** Shows a popover at its control, and moves the focus into it. */
export const showBeside = (panel: HTMLDivElement, control: HTMLElement): void => {
  // Safari does not focus a pressed button, and the focus is returned to what has it now.
  if (document.activeElement === document.body) control.focus();
  placeBeside(panel, control, 'center');
  panel.showPopover();
  const { left, right } = panel.getBoundingClientRect();
  const beyond = Math.max(0, right + MARGIN - document.documentElement.clientWidth) || Math.min(0, left - MARGIN);
  if (beyond !== 0) panel.style.left = `${panel.offsetLeft - beyond}px`;
  panel.focus();
};

interface PopoverProps {
  panel: RefObject<HTMLDivElement | null>;
  /** Its accessible name. */
  label: string;
  control: HTMLElement | null;
  onClosed: () => void;
  children: ReactNode;
}

/**
 * A small dialog at a control, shown as long as it is rendered. It closes on Escape, on Back and on a press elsewhere, and
 * returns the focus.
 */
export const Popover = ({ panel, label, control, onClosed, children }: PopoverProps) => {
  const close = () => panel.current?.hidePopover();
  useLayer(true, close);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element && control && !isPopoverShown(element)) showBeside(element, control);
  }, [panel, control]);
  // Keys of what is around, such as a table, are not meant here. Tab is the dialog's, which keeps the focus inside.
  const keepKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') event.stopPropagation();
  };
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={keepKeys}
      onToggle={(event) => event.newState === 'closed' && onClosed()}
      className="fixed m-0 w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-card border border-line bg-raised p-4 text-left text-sm/5 font-normal whitespace-normal text-text shadow-float outline-none open:rise"
    >
      <div className="flex flex-col gap-2">{children}</div>
    </div>
  );
};
