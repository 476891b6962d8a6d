import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface PathStepProps {
  /** From 1. */
  number: number;
  /** A step is behind the person, what comes next, or still to come. */
  state: 'done' | 'current' | 'ahead';
  /** A step that is done can be the current one again. */
  isDone?: boolean;
  className?: string;
  children: ReactNode;
}

const DOTS: Record<PathStepProps['state'], string> = {
  done: 'border-accent bg-accent-wash text-accent-text',
  current: 'border-transparent bg-accent text-accent-ink shadow-glow',
  ahead: 'border-edge bg-ground text-muted',
};

/** A step of a path, which is an ordered list: its dot, the line to the next step, and what belongs to it. */
export const PathStep = ({ number, state, isDone = state === 'done', className, children }: PathStepProps) => (
  <li
    aria-current={state === 'current' ? 'step' : undefined}
    className={cx('group/step relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 sm:gap-x-5', className)}
  >
    <span
      aria-hidden
      className={cx(
        'absolute top-11 bottom-1 left-[1.1875rem] w-0.5 rounded-full group-last/step:hidden',
        isDone ? 'bg-accent' : 'bg-line',
      )}
    />
    <span aria-hidden className={cx('flex size-10 items-center justify-center rounded-full border', DOTS[state])}>
      {isDone ? <Check className="size-5" /> : <span className="text-base font-bold">{number}</span>}
    </span>
    {children}
  </li>
);
