import { formatCount } from '#domain/text.ts';
import { cx } from './cx.ts';

interface ProgressBarProps {
  label: string;
  /** Null if nobody knows how far it is. */
  progress: { done: number; total: number } | null;
  /** The text without figures. */
  waiting: string;
}

/** How far something is, as a bar with "12,000 of 20,000" below. Its height is the same without figures. */
export const ProgressBar = ({ label, progress, waiting }: ProgressBarProps) => {
  const text = progress ? `${formatCount(progress.done)} of ${formatCount(progress.total)}` : waiting;
  const percent = progress && progress.total > 0 ? Math.min(100, (100 * progress.done) / progress.total) : 0;
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuetext={text}
        {...(progress && { 'aria-valuemin': 0, 'aria-valuemax': progress.total, 'aria-valuenow': progress.done })}
        className="h-2 overflow-hidden rounded-full bg-well"
      >
        <div
          style={progress ? { width: `${percent}%` } : undefined}
          className={cx('h-full rounded-full bg-accent transition-[width] duration-300', !progress && 'breathe w-1/3')}
        />
      </div>
      <p aria-hidden className="text-sm text-muted tabular-nums">
        {text}
      </p>
    </div>
  );
};
