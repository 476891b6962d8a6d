import { CircleCheck, CircleX, X } from 'lucide-react';
import { type PointerEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { dismissToast, openOutlet, pauseToast, resumeToast, type ShownToast, useToasts } from './toast.ts';

/** A toast at the foot of a page would lie on what was pressed in this part of it, in pixels. */
const FOOT = 190;
let pressedAt = 0;

/** A swipe of so many pixels to the right dismisses a toast (behavior 11.2). */
const SWIPE = 50;

/**
 * The place that shows toasts: one in the page, and one in every open modal, because everything outside a modal is inert.
 * F8 moves the focus here from anywhere.
 */
export const Toaster = () => {
  const id = useId();
  const region = useRef<HTMLElement>(null);
  const shown = useToasts((state) => (state.outlets.at(-1) === id ? state.shown : null));
  const isHigh = useMemo(() => shown && pressedAt > window.innerHeight - FOOT, [shown]);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => openOutlet(id), [id]);

  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || useToasts.getState().outlets.at(-1) !== id) return;
      event.preventDefault();
      region.current?.focus();
    };
    const remember = ({ clientY }: MouseEvent) => {
      pressedAt = clientY;
    };
    document.addEventListener('pointerdown', remember, true);
    document.addEventListener('keydown', jump);
    window.addEventListener('blur', pauseToast);
    window.addEventListener('focus', resumeToast);
    return () => {
      document.removeEventListener('pointerdown', remember, true);
      document.removeEventListener('keydown', jump);
      window.removeEventListener('blur', pauseToast);
      window.removeEventListener('focus', resumeToast);
    };
  }, [id]);

  const dismiss = () => {
    const held = region.current?.contains(document.activeElement);
    dismissToast();
    if (held && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      data-high={isHigh || undefined}
      onFocus={({ currentTarget, relatedTarget }) => {
        pauseToast();
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onBlur={resumeToast}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !shown) return;
        // The dialog below must not close too.
        event.preventDefault();
        dismiss();
      }}
      className="toasts"
    >
      <div role="status" aria-live={shown?.kind === 'error' ? 'assertive' : 'polite'} aria-atomic="true">
        {shown && <ToastCard key={shown.id} toast={shown} onDismiss={dismiss} />}
      </div>
    </section>
  );
};

const ToastCard = ({ toast, onDismiss }: { toast: ShownToast; onDismiss: () => void }) => {
  const [pulled, setPulled] = useState(0);
  const start = useRef<number | null>(null);
  const drop = (event: PointerEvent) => {
    if (start.current === null) return;
    if (event.clientX - start.current >= SWIPE) onDismiss();
    start.current = null;
    setPulled(0);
  };
  return (
    <div
      onPointerEnter={pauseToast}
      onPointerLeave={resumeToast}
      onPointerDown={(event) => {
        if ((event.target as Element).closest('button')) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (start.current !== null) setPulled(Math.max(0, event.clientX - start.current));
      }}
      onPointerUp={drop}
      onPointerCancel={drop}
      style={pulled ? { transform: `translateX(${pulled}px)`, opacity: Math.max(0.3, 1 - pulled / 240) } : undefined}
      className={cx(
        'rise pointer-events-auto flex flex-wrap touch-pan-y items-center gap-3 rounded-card border bg-raised py-2 pr-2 pl-4 shadow-float select-none',
        toast.kind === 'error' ? 'border-danger' : 'border-line',
      )}
    >
      {toast.kind === 'error' && <CircleX aria-hidden className="size-5 shrink-0 text-danger-text" />}
      {toast.kind === 'success' && <CircleCheck aria-hidden className="size-5 shrink-0 text-good-text" />}
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold text-text">{toast.title}</p>
        {toast.description?.split('\n').map((line) => (
          <p key={line} className="text-sm text-muted">
            {line}
          </p>
        ))}
      </div>
      {/* Two actions side by side leave no room beside the text. */}
      <div className={cx('flex', toast.next && 'order-last -mt-2 -ml-3 basis-full flex-wrap')}>
        {[toast.next, toast.action].map(
          (action) =>
            action && (
              <button
                key={action.label}
                type="button"
                onClick={() => {
                  onDismiss();
                  action.onSelect();
                }}
                className="h-11 rounded-control px-3 font-semibold whitespace-nowrap text-accent-text hover:bg-accent-wash"
              >
                {action.label}
              </button>
            ),
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={onDismiss}
        className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:text-text pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
};

/** Marks the page while this is rendered. It is an attribute and not `:has()`, which the browser would check for every new element. */
const usePageMark = (mark: 'bottomBar' | 'footToasts' | 'highToasts' | 'rightToasts'): void => {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.dataset[mark] = '';
    return () => {
      delete page.dataset[mark];
    };
  }, [mark]);
};

/** Says that a bar covers the bottom of the page. Toasts are shown above it then. */
export const useBottomBar = (): void => usePageMark('bottomBar');

/** Says that the head of the page has what is needed next. A phone shows toasts at its foot then. */
export const useFootToasts = (): void => usePageMark('footToasts');

/** Says that the whole page is what to do next. A phone shows toasts over its head then. */
export const useHighToasts = (): void => usePageMark('highToasts');

/** Says that the buttons to go on with are at the left of the page's foot. A wide page shows toasts at the right then. */
export const useRightToasts = (): void => usePageMark('rightToasts');
