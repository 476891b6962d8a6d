import { ChevronDown, ChevronUp, EyeOff, GripVertical, Pencil, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Category } from '#contract/categories.ts';
import { categoryHue } from '#domain/categories.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CategoryEditor } from './category-editor.tsx';
import { factsText, isFixed } from './category-words.ts';
import type { CategoryChanges } from './use-category-changes.ts';

interface CategoryRowProps {
  category: Category;
  /** The names of the categories that it can be merged into. */
  others: readonly string[];
  /** Null if it cannot be moved. */
  place: { at: number; count: number } | null;
  changes: CategoryChanges;
  mayWrite: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onRenamed: (name: string) => void;
  onMove: (to: number) => void;
  isDragged: boolean;
  onDrag: (at: number | null) => void;
  onDrop: () => void;
}

/** A category in one line, which opens in place. With a mouse it can be dragged to another place. */
export const CategoryRow = ({
  category,
  category: { name, hidden },
  others,
  place,
  changes,
  mayWrite,
  isOpen,
  onToggle,
  onRenamed,
  onMove,
  isDragged,
  onDrag,
  onDrop,
}: CategoryRowProps) => {
  const canMove = mayWrite && place !== null;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    row.current?.scrollIntoView({ block: 'nearest' });
    row.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <li
      ref={row}
      aria-label={name}
      data-hue={categoryHue(name)}
      onDragOver={(event) => canMove && event.preventDefault()}
      onDrop={onDrop}
      className={cx('rounded-card border border-line bg-surface', isDragged && 'opacity-50', isOpen && 'border-edge')}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the two buttons move it without a mouse */}
      <div
        draggable={canMove && !isOpen}
        onDragStart={() => onDrag(place?.at ?? null)}
        onDragEnd={() => onDrag(null)}
        className="flex min-h-15 items-center gap-2 py-1.5 pr-1.5 pl-2 sm:gap-3 sm:pl-3"
      >
        <span aria-hidden className={cx('text-muted max-sm:hidden', canMove && !isOpen ? 'cursor-grab' : 'invisible')}>
          <GripVertical className="size-4" />
        </span>
        <span aria-hidden className="size-7 shrink-0 rounded-full border border-category-text bg-category-wash p-1.5">
          <span className="block size-full rounded-full bg-category-text" />
        </span>
        <div className="min-w-0 flex-1">
          <p className={cx('font-medium break-words', hidden ? 'text-muted' : 'text-text')}>{name}</p>
          <p className="text-sm text-muted">{factsText(category)}</p>
          {isFixed(category) && (
            <p className="text-sm text-muted">
              They are counted here only. The list finds them by their own category too.
            </p>
          )}
        </div>
        <Marks category={category} />
        {canMove && (
          <span className="flex">
            <IconButton
              label="Move up"
              size="sm"
              disabled={place.at === 0}
              onClick={() => onMove(place.at - 1)}
              title={`Move ${name} up`}
            >
              <ChevronUp aria-hidden />
            </IconButton>
            <IconButton
              label="Move down"
              size="sm"
              disabled={place.at === place.count - 1}
              onClick={() => onMove(place.at + 1)}
              title={`Move ${name} down`}
            >
              <ChevronDown aria-hidden />
            </IconButton>
          </span>
        )}
        {mayWrite && (
          <Button size="sm" aria-expanded={isOpen} onClick={onToggle} className="max-sm:px-2.5">
            <Pencil aria-hidden className="size-4 sm:hidden" />
            <span className="max-sm:sr-only">{isOpen ? 'Close' : 'Edit'}</span>
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {isOpen && mayWrite && <CategoryEditor {...{ category, others, changes, onRenamed }} />}
    </li>
  );
};

/** The unusual marks of a category: no limit counts it because nobody knows its kind, and members do not see it. */
const Marks = ({ category: { kind, hidden } }: { category: Category }) => (
  <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center">
    {hidden && (
      <Badge tone="notice">
        <EyeOff aria-hidden className="mr-1 inline size-3.5 align-[-0.15em]" />
        Hidden
      </Badge>
    )}
    {kind === null && (
      <Badge tone="warning">
        <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-0.15em]" />
        No kind
      </Badge>
    )}
  </span>
);
