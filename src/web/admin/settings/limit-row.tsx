import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Category } from '#contract/categories.ts';
import type { UnmeasuredItems } from '#contract/purchase-limits.ts';
import {
  LIMIT_KIND_CATEGORIES,
  LIMIT_KIND_WORDS,
  LIMIT_KINDS,
  LIMIT_UNITS,
  type LimitRule,
  ruleText,
  stricterThan,
} from '#domain/purchase-limits.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnmeasuredInRow } from './limit-coverage.tsx';
import { type checkRow, type LimitFields, type LimitRow, meantRow, otherWindow, usualUnit } from './limit-rows.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const KINDS = LIMIT_KINDS.map((value) => ({ value, label: capitalized(LIMIT_KIND_WORDS[value]) }));
const UNITS = LIMIT_UNITS.map((value) => ({ value, label: value === 'pcs' ? 'pieces' : value }));
const WINDOWS = { d: 'Days', h: 'Hours' } as const;

const listed = new Intl.ListFormat('en-US');

/**
 * Which categories a limit is about: those of the shop, or the usual ones while it has none of the kind (behavior 9.25).
 */
const coveredText = ({ kind, unit }: LimitRow, categories: readonly Category[]): string => {
  if (kind === 'any' && unit === 'pcs') return 'Counts every product.';
  const isCounted = ({ kind: own, mergedInto }: Category) =>
    mergedInto === null && (kind === 'any' ? own !== null && own !== 'none' : own === kind);
  const own = categories.filter(isCounted).map(({ name }) => name);
  const usual = Object.entries(LIMIT_KIND_CATEGORIES).flatMap(([of, names]) =>
    of === kind || kind === 'any' ? names : [],
  );
  return `Counts ${listed.format(own.length > 0 ? own : usual)}.`;
};

/** A unit that the row has only because of its kind changes with it. */
const otherUnit = (row: LimitRow, kind: string): Partial<LimitFields> =>
  row.unit === usualUnit(row.kind) ? { unit: usualUnit(kind) } : {};

interface RowProps {
  row: LimitRow;
  categories: readonly Category[];
  unmeasured: UnmeasuredItems;
  /** The limits of the page are those in force. */
  isSaved: boolean;
  number: number;
  checked: ReturnType<typeof checkRow>;
  /** The rules of all rows. */
  others: readonly LimitRule[];
  /** Says what is wrong although the person may not have come to it yet. */
  showsProblem: boolean;
  onChange: (changes: Partial<LimitFields>) => void;
  onRemove: () => void;
}

/** A purchase limit with its fields, and what it counts. */
export const LimitRowFields = ({
  row,
  categories,
  unmeasured,
  isSaved,
  number,
  checked,
  others,
  showsProblem,
  onChange,
  onRemove,
}: RowProps) => {
  const [wasLeft, setLeft] = useState(false);
  const stricter = 'rule' in checked ? stricterThan(checked.rule, others) : null;
  const problemOf = (field: keyof LimitFields) =>
    (wasLeft || showsProblem) && 'field' in checked && checked.field === field ? checked.problem : undefined;
  const text = (field: 'amount' | 'length' | 'unknown') => ({
    value: row[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    error: problemOf(field),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  });
  const other = row.window === 'd' ? 'h' : 'd';
  return (
    <fieldset
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setLeft(true);
        const meant = meantRow(row);
        if (meant !== row) onChange(meant);
      }}
      className="scroll-mb-36 rounded-card border border-line bg-surface px-4 pt-2 pb-5 sm:px-6"
    >
      <legend className="sr-only">Limit {number}</legend>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-2">
        <p className="font-semibold text-text">
          {'rule' in checked ? ruleText(checked.rule) : <span className="text-muted">New limit</span>}
        </p>
        <IconButton label="Remove limit" onClick={onRemove} className="-mr-2">
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {stricter && (
        <p role="status" className="mb-3 text-sm text-warning-text">
          This limit changes nothing: {ruleText(stricter)} is stricter.
        </p>
      )}
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)]">
        <Select
          label="Kind"
          options={KINDS}
          value={row.kind}
          onChange={({ target: { value: kind } }) => onChange({ kind, ...otherUnit(row, kind) })}
          hint={coveredText(row, categories)}
          className="max-sm:col-span-2"
        />
        <TextField label="Amount" {...text('amount')} />
        <Select
          label="Unit"
          options={UNITS}
          value={row.unit}
          onChange={(event) => onChange({ unit: event.target.value })}
        />
        <TextField
          label={WINDOWS[row.window]}
          aside={
            <button
              type="button"
              onClick={() => onChange(otherWindow(row))}
              className="link text-sm pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              Count in {WINDOWS[other].toLowerCase()}
            </button>
          }
          {...text('length')}
          className="max-sm:col-span-2"
        />
        {row.unit !== 'pcs' && (
          <TextField
            label="Unknown weight counts as"
            unit={`${row.unit} each`}
            {...text('unknown')}
            hint={row.unknown.trim() === '' ? 'Empty: they cannot be ordered.' : undefined}
            isShort
            className="col-span-full flex-row! flex-wrap items-center gap-x-3!"
          />
        )}
        {'rule' in checked && (
          <UnmeasuredInRow
            isSaved={isSaved}
            row={row}
            rule={checked.rule}
            unmeasured={unmeasured}
            onCount={(unknown) => onChange({ unknown: String(unknown) })}
          />
        )}
      </div>
    </fieldset>
  );
};
