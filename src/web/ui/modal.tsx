import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { Announcer } from './announcer.tsx';
import { cx } from './cx.ts';
import { Toaster } from './toaster.tsx';
import { useLayer } from './use-layer.ts';

export interface ModalProps {
  open: boolean;
  /**
   * Called on Escape, on Back, on a press on the backdrop, and by the close button. The owner decides what happens.
   */
  onClose: () => void;
  /** The query parameter that opens it, if the address does. Back then shows the page without it. */
  parameter?: string | undefined;
  children: ReactNode;
}

interface ModalSurfaceProps extends ModalProps {
  labelledBy: string;
  describedBy?: string | undefined;
  role?: 'dialog' | 'alertdialog';
  /** False if its content has a place for toasts. */
  toasts?: boolean;
  className: string;
}

/**
 * Stops the page from scrolling while a modal is open, and stores the width of its scrollbar, so that nothing behind the
 * modal moves (base.css). This is an attribute and not `:has()`, which the browser would check for every new element.
 */
const holdPage = (): void => {
  const page = document.documentElement;
  const isHeld = document.querySelector('dialog[open]') !== null;
  if (isHeld && !('held' in page.dataset)) {
    page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`);
    page.dataset.held = '';
  } else if (!isHeld) delete page.dataset.held;
};

const TABBABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Keeps Tab inside the modal. The browser alone would move on to its own toolbars at both ends. */
const wrapFocus = (event: KeyboardEvent<HTMLDialogElement>): void => {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const here = document.activeElement;
  const from = event.shiftKey ? first : last;
  if (here !== from && !(event.shiftKey && here === event.currentTarget)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

/**
 * The native modal dialog behind Dialog, Drawer and Sheet. The browser makes the rest of the page inert, keeps the focus
 * inside, and returns it afterwards. No style element is needed, so it works under the strict content policy. The first
 * focus goes to `[data-autofocus]`, or else to the dialog, so that its title is read.
 */
export const ModalSurface = ({
  open,
  onClose,
  parameter,
  labelledBy,
  describedBy,
  role,
  toasts = true,
  className,
  children,
}: ModalSurfaceProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  const pressedOutside = useRef(false);
  if (open && !present) setPresent(true);
  useLayer(open, onClose, parameter);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !present) return;
    if (open) {
      if (!element.open) {
        element.showModal();
        holdPage();
        (element.querySelector<HTMLElement>('[data-autofocus]') ?? element).focus();
      }
      return;
    }
    let staying = false;
    element.close();
    holdPage();
    // The content stays until the closing animation has ended.
    Promise.allSettled(element.getAnimations({ subtree: true }).map((animation) => animation.finished)).then(() => {
      if (!staying) setPresent(false);
    });
    return () => {
      staying = true;
    };
  }, [open, present]);

  // If it is removed while open, closing it first returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      element?.close();
      holdPage();
    };
  }, []);

  if (!present) return null;

  const ownEvent = (event: SyntheticEvent) => event.target === event.currentTarget;
  return (
    <dialog
      ref={dialog}
      role={role}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (!ownEvent(event)) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // After a second Escape the browser closes the dialog without asking. The owner's state must follow.
        if (!ownEvent(event) || event.currentTarget.open) return;
        holdPage();
        if (open) onClose();
      }}
      onKeyDown={wrapFocus}
      onMouseDown={(event) => {
        pressedOutside.current = ownEvent(event);
      }}
      onClick={(event) => {
        if (pressedOutside.current && ownEvent(event)) onClose();
      }}
      className={cx('modal max-h-none max-w-none bg-transparent p-0 text-text outline-none', className)}
    >
      {children}
      {open && (
        <>
          {toasts && <Toaster />}
          <Announcer />
        </>
      )}
    </dialog>
  );
};
