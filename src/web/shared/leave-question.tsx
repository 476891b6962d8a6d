import { useEffect, useRef, useState } from 'react';
import { guardLeaving } from '../browser/paths.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useLastShown } from '../ui/use-last-shown.ts';
import { useLayer } from '../ui/use-layer.ts';

interface LeaveQuestionProps {
  /** The changed and unsaved fields in words; empty if there are none. */
  unsaved: readonly string[];
  /** True if an address is this place itself. */
  isHere: (to: string) => boolean;
  /** Forgets what was typed. */
  onLeave: () => void;
}

/** Goes back once the entries of closed layers are gone from the history. */
const goBack = (): void =>
  window.addEventListener('popstate', () => window.setTimeout(() => window.history.back()), { once: true });

/** Asks before something unsaved is left: by a link, by Back, or by closing the page. */
export const LeaveQuestion = ({ unsaved, isHere, onLeave }: LeaveQuestionProps) => {
  const [go, setGo] = useState<(() => void) | null>(null);
  const isLeaving = useRef(false);
  const isDirty = unsaved.length > 0;
  const latest = useRef(isHere);
  latest.current = isHere;

  // The entry for Back stays once something was typed: going back when it is saved could cancel where the person goes next.
  const [hasEntry, setEntry] = useState(false);
  if (isDirty && !hasEntry) setEntry(true);
  useLayer(hasEntry, () => {
    if (isDirty) return setGo(() => goBack);
    setEntry(false);
    window.setTimeout(() => window.history.back());
  });
  useEffect(() => {
    if (!isDirty) return;
    isLeaving.current = false;
    const stop = guardLeaving((to, next) => {
      if (latest.current(to)) return false;
      setGo(() => next);
      return true;
    });
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => {
      stop();
      window.removeEventListener('beforeunload', beforeUnload);
    };
  }, [isDirty]);

  // The words stay while the question closes.
  const named = useLastShown(isDirty ? unsaved.join(', ') : null);
  const leave = () => {
    isLeaving.current = true;
    setGo(null);
    setEntry(false);
    onLeave();
    go?.();
  };
  return (
    <ConfirmDialog
      open={go !== null}
      onClose={() => setGo(null)}
      title="Leave without saving?"
      cancelLabel="Stay"
      confirmLabel="Leave"
      danger
      onConfirm={leave}
    >
      Your changes would be lost: {named}.
    </ConfirmDialog>
  );
};

/**
 * Unsaved changes have an entry of their own in the history. When it goes, the browser would scroll to where the page was
 * when they began.
 */
export const useOwnScrolling = (): void =>
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
