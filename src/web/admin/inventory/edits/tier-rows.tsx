import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { MOST_TIERS } from '#domain/tiers.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type TypedTier, withRow, wrongTier } from './typed-tiers.ts';

interface TierRowsProps {
  rows: readonly TypedTier[];
  onChange: (rows: TypedTier[]) => void;
  /** The base price of one piece in cents, null while it is no amount. */
  ownPrice: number | null;
  /** The price for members at a typed base price, or null. */
  finalPrice: (price: string) => string | null;
  problem: string | null | undefined;
  /** The heading, if the place around does not say what the rows are. */
  title?: string;
}

/** The tiers of an item, each in a row of its own: from so many pieces, this base price (behavior 4.11). */
export const TierRows = ({ rows, onChange, ownPrice, finalPrice, problem, title }: TierRowsProps) => {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wasAdded = useRef(false);
  const problemId = useId();
  useEffect(() => {
    if (!wasAdded.current) return;
    wasAdded.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  });
  const change = (key: number, changes: Partial<TypedTier>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const remove = (key: number) => {
    onChange(rows.filter((row) => row.key !== key));
    addButton.current?.focus();
  };
  const previewOf = (price: string) => {
    const paid = price.trim() === '' ? null : finalPrice(price);
    return paid === null ? 'before markup' : `members pay ${paid}`;
  };
  const wrong = problem ? wrongTier(rows, ownPrice) : null;
  const isWrong = (row: TypedTier, field: 'from' | 'price') => wrong?.key === row.key && wrong.field === field;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {title && (
        <div>
          <h3 className="text-sm font-medium text-text">{title}</h3>
          <p className="text-sm text-muted">Type base prices. The markup is added to each.</p>
        </div>
      )}
      <ul ref={list} aria-label="Tiers" className="flex list-none flex-col gap-3 empty:hidden">
        {rows.map((row, index) => (
          <li key={row.key}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row */}
            <div
              role="group"
              aria-label={`Tier ${index + 1}`}
              className="grid grid-cols-[5.5rem_1fr_auto] items-end gap-2"
            >
              <TextField
                label="From"
                inputMode="numeric"
                autoComplete="off"
                unit="pcs"
                value={row.from}
                isWrong={isWrong(row, 'from')}
                onChange={({ target }) => change(row.key, { from: target.value })}
              />
              <TextField
                label="Price"
                inputMode="decimal"
                autoComplete="off"
                value={row.price}
                isWrong={isWrong(row, 'price')}
                aside={previewOf(row.price)}
                onChange={({ target }) => change(row.key, { price: target.value })}
              />
              <IconButton label={`Remove tier ${index + 1}`} onClick={() => remove(row.key)}>
                <Trash2 aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <p id={problemId} role="alert" className="text-sm text-danger-text empty:hidden">
        {problem}
      </p>
      <Button
        ref={addButton}
        size="sm"
        aria-describedby={problemId}
        disabled={rows.length >= MOST_TIERS}
        onClick={() => {
          onChange(withRow(rows));
          wasAdded.current = true;
        }}
        className="self-start"
      >
        <Plus aria-hidden className="size-4" />
        Add tier
      </Button>
    </div>
  );
};
