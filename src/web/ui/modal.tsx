import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { Announcer } from './announcer.tsx';
import { cx } from './cx.ts';
import { Toaster } from './toaster.tsx';

export interface ModalProps {
  open: boolean;
  /** Escape, the backdrop and the close button ask for this; the owner decides. */
  onClose: () => void;
  children: ReactNode;
}

interface ModalSurfaceProps extends ModalProps {
  labelledBy: string;
  describedBy?: string | undefined;
  role?: 'dialog' | 'alertdialog';
  className: string;
}

/**
 * Holds the page still while a modal is open, and says how wide its scrollbar was, so that nothing behind moves
 * (base.css). Said here and not by `:has()`, which a browser would look for in every piece that comes to the page.
 */
const holdPage = (): void => {
  const page = document.documentElement;
  const isHeld = document.querySelector('dialog:modal') !== null;
  if (isHeld && !('held' in page.dataset)) {
    page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`);
    page.dataset.held = '';
  } else if (!isHeld) delete page.dataset.held;
};

const TABBABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Tab goes round inside: the browser alone would lead out to its own bars at both ends. */
const goRound = (event: KeyboardEvent<HTMLDialogElement>): void => {
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
 * The native modal dialog under Dialog, Drawer and Sheet. The browser itself makes the rest of the page
 * inert, keeps the focus inside, hands it back to where it was, and needs no style element, so it stands
 * under the strict content policy. The first focus goes to `[data-autofocus]`, else to the dialog, so
 * that its title is read.
 */
export const ModalSurface = ({
  open,
  onClose,
  labelledBy,
  describedBy,
  role,
  className,
  children,
}: ModalSurfaceProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  const pressedOutside = useRef(false);
  if (open && !present) setPresent(true);

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
    // What it shows must stay until it has left the screen.
    Promise.allSettled(element.getAnimations({ subtree: true }).map((animation) => animation.finished)).then(() => {
      if (!staying) setPresent(false);
    });
    return () => {
      staying = true;
    };
  }, [open, present]);

  // Taken out of the page while open: closing first gives the focus back.
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
        // A browser may close it without asking after a second Escape; the owner's state must follow.
        if (!ownEvent(event) || event.currentTarget.open) return;
        holdPage();
        if (open) onClose();
      }}
      onKeyDown={goRound}
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
          <Toaster />
          <Announcer />
        </>
      )}
    </dialog>
  );
};
