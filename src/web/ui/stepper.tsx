import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface StepperProps {
  /** The accessible name of the group. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** The accessible names of the two buttons. */
  increaseLabel?: string;
  decreaseLabel?: string;
  disabled?: boolean;
  /** sm 36 px (44 on touch), md 44. */
  size?: 'sm' | 'md';
  /** Shown instead of the number: a field to type it. */
  children?: ReactNode;
}

/** A small whole number with two buttons. A button at its limit ignores presses, but keeps the focus. */
export const Stepper = ({
  label,
  value,
  onChange,
  min = 1,
  max = Number.POSITIVE_INFINITY,
  increaseLabel = 'Increase quantity',
  decreaseLabel = 'Decrease quantity',
  disabled,
  size = 'md',
  children,
}: StepperProps) => {
  const button = cx(
    'flex items-center justify-center text-muted hover:text-text disabled:opacity-40 disabled:hover:text-muted aria-disabled:opacity-40 aria-disabled:hover:text-muted',
    size === 'sm' ? 'size-9 pointer-coarse:size-11' : 'size-11',
  );
  const isLeast = value <= min;
  const isMost = value >= max;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one frame
    <div
      role="group"
      aria-label={label}
      className={cx('inline-flex items-center rounded-control border border-edge bg-well', disabled && 'opacity-60')}
    >
      <button
        type="button"
        aria-label={decreaseLabel}
        disabled={disabled}
        aria-disabled={isLeast || undefined}
        onClick={() => !isLeast && onChange(value - 1)}
        className={cx(button, 'rounded-l-control')}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <output
        aria-live="polite"
        className={children ? 'sr-only' : 'min-w-8 text-center text-base font-semibold text-text'}
      >
        {value}
      </output>
      {children}
      <button
        type="button"
        aria-label={increaseLabel}
        disabled={disabled}
        aria-disabled={isMost || undefined}
        onClick={() => !isMost && onChange(value + 1)}
        className={cx(button, 'rounded-r-control')}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
};
