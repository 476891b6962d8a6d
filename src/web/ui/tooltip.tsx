import { cloneElement, type ReactElement, useEffect, useRef } from 'react';
import { placeBeside } from './floating.ts';

/** Milliseconds of hovering before it shows, and before it hides, so that the pointer can move onto it. */
const SHOW_AFTER = 400;
const HIDE_AFTER = 120;

/**
 * A few words at an icon, on hover and on keyboard focus. It repeats the accessible name of the control for sighted
 * users, so it is hidden from screen readers.
 */
export const Tooltip = ({ label, children }: { label: string; children: ReactElement<Record<string, unknown>> }) => {
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') bubble.current?.hidePopover();
    };
    document.addEventListener('keydown', hideOnEscape);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('keydown', hideOnEscape);
    };
  }, []);

  const runAfter = (delay: number, run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, delay);
  };
  const show = (control: Element) => {
    if (!bubble.current?.isConnected || !control.isConnected) return;
    placeBeside(bubble.current, control, 'center');
    bubble.current.showPopover();
  };
  const hide = () => {
    clearTimeout(timer.current);
    bubble.current?.hidePopover();
  };

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event: React.PointerEvent) => {
          const control = event.currentTarget;
          if (event.pointerType === 'mouse') runAfter(SHOW_AFTER, () => show(control));
        },
        onPointerLeave: () => runAfter(HIDE_AFTER, hide),
        onPointerDown: hide,
        onFocus: (event: React.FocusEvent) => {
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget);
        },
        onBlur: hide,
      })}
      <span
        ref={bubble}
        popover="manual"
        aria-hidden
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => runAfter(HIDE_AFTER, hide)}
        className="fixed m-0 max-w-64 rounded-control bg-tip px-2.5 py-1.5 text-xs font-medium text-tip-ink open:appear"
      >
        {label}
      </span>
    </>
  );
};
