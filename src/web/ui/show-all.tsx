import { formatCount } from '#domain/text.ts';
import { cx } from './cx.ts';

interface ShowAllProps {
  /** The name of the list, for screen readers: "Show all 12 of Favorites". */
  title: string;
  count: number;
  showsAll: boolean;
  onToggle: () => void;
  className?: string;
}

/** The button below a list that shows only its first entries. */
export const ShowAll = ({ title, count, showsAll, onToggle, className }: ShowAllProps) => (
  <button type="button" aria-expanded={showsAll} onClick={onToggle} className={cx('link text-sm', className)}>
    {showsAll ? 'Show fewer' : `Show all ${formatCount(count)}`}
    <span className="sr-only"> of {title}</span>
  </button>
);
