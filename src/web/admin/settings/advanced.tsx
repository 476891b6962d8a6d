import { ChevronRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface AdvancedProps {
  /** What is in it, in a line. */
  text: string;
  /** Something in it needs somebody, so it opens by itself. */
  needsSomebody: boolean;
  children: ReactNode;
}

/** Fields that most sellers never need, folded below the others. A search, an address and an error open it (revealField). */
export const Advanced = ({ text, needsSomebody, children }: AdvancedProps) => {
  const box = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (needsSomebody && box.current) box.current.open = true;
  }, [needsSomebody]);
  return (
    <details ref={box} className="group/advanced">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 hover:bg-raised sm:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted group-open/advanced:rotate-90" />
        <span className="min-w-0">
          <span className="block font-semibold text-text">Advanced</span>
          <span className="block text-sm text-muted">{text}</span>
        </span>
      </summary>
      <div className="flex flex-col gap-6 pt-6">{children}</div>
    </details>
  );
};
