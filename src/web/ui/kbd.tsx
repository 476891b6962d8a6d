import type { ReactNode } from 'react';

/** A key of the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-line bg-raised px-1.5 font-sans text-xs text-muted">
    {children}
  </kbd>
);
