import { cloneElement, type ReactElement, useEffect, useRef } from 'react';
import { placeBeside } from './floating.ts';

/** Milliseconds before it shows under a resting pointer, and before it goes: time to move onto it. */
const SHOW_AFTER = 400;
const HIDE_AFTER = 120;

/**
 * A few words at an icon, on pointing and on keyboard focus. Never the only place where something is
 * said: it repeats the control's own name for those who see, so it is hidden from screen readers.
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

  const later = (act: () => void, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
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
          if (event.pointerType === 'mouse') later(() => show(control), SHOW_AFTER);
        },
        onPointerLeave: () => later(hide, HIDE_AFTER),
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
        onPointerLeave={() => later(hide, HIDE_AFTER)}
        className="fixed m-0 max-w-64 rounded-control bg-tip px-2.5 py-1.5 text-xs font-medium text-tip-ink open:appear"
      >
        {label}
      </span>
    </>
  );
};
