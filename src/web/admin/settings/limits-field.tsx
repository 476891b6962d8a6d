import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import type { Setting } from '#contract/settings.admin.ts';
import {
  LIMIT_KIND_CATEGORIES,
  LIMIT_KIND_WORDS,
  LIMIT_KINDS,
  LIMIT_UNITS,
  LIMITS_MAX_LENGTH,
  type LimitRule,
  ruleText,
  stricterThan,
} from '#domain/purchase-limits.ts';
import { mistakeText, parseLimits } from '#domain/purchase-limits-parser.ts';
import { categoriesQuery } from '../../api/queries/categories.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { FieldState } from './field-state.tsx';
import {
  changeRow,
  checkRow,
  type LimitFields,
  type LimitRow,
  newRow,
  otherWindow,
  rowsOf,
  textOf,
} from './limit-rows.ts';
import { useSection } from './use-section.ts';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const KINDS = LIMIT_KINDS.map((value) => ({ value, label: capitalized(LIMIT_KIND_WORDS[value]) }));
const UNITS = LIMIT_UNITS.map((value) => ({ value, label: value === 'pcs' ? 'pieces' : value }));
const NO_CATEGORIES: readonly Category[] = [];
const WINDOWS = { d: 'Days', h: 'Hours' } as const;

/** The purchase limits as rows. A row that nobody changed is stored as it was written (behavior 6.11). */
export const LimitsField = ({ setting, hasText = true }: { setting: Setting; hasText?: boolean }) => {
  const { name } = setting;
  const { change, fieldOf, hasTried } = useSection();
  const { id, value, error } = fieldOf(name);
  const text = value ?? '';
  const [shown, setShown] = useState({ text, rows: rowsOf(text) });
  // Discarded, saved, or changed by somebody else.
  if (shown.text !== text) setShown({ text, rows: rowsOf(text) });
  const { rows } = shown;
  const { data: categories = NO_CATEGORIES } = useQuery(categoriesQuery);
  const checkedRows = rows.map(checkRow);
  const rules = checkedRows.flatMap((checked) => ('rule' in checked ? [checked.rule] : []));

  const setRows = (next: LimitRow[]) => {
    // Without a value in force, no rows are what there was before.
    const written = next.length === 0 && setting.value === null ? '' : textOf(next);
    setShown({ text: written, rows: next });
    change(name, written);
  };
  const list = useRef<HTMLDivElement>(null);
  const hasAdded = useRef(false);
  const add = () => {
    hasAdded.current = true;
    setRows([...rows, newRow(rows)]);
  };
  useEffect(() => {
    if (!hasAdded.current) return;
    hasAdded.current = false;
    const added = list.current?.querySelector('fieldset:last-of-type');
    added?.querySelector('select')?.focus({ preventScroll: true });
    added?.scrollIntoView({ block: 'nearest' });
  });
  const replace = (row: LimitRow, changes: Partial<LimitFields>) =>
    setRows(rows.map((each) => (each.id === row.id ? changeRow(each, changes) : each)));
  const latest = useRef({ rows, setRows });
  latest.current = { rows, setRows };
  const remove = (row: LimitRow, place: number) => {
    setRows(rows.filter((each) => each.id !== row.id));
    list.current?.focus({ preventScroll: true });
    const putBack = () => {
      const now = latest.current;
      // Whatever brought the rows of before back also brought this one.
      if (now.rows.some((each) => each.id === row.id)) return;
      now.setRows(now.rows.toSpliced(Math.min(place, now.rows.length), 0, row));
    };
    toast({ title: 'Limit removed', description: nameOf(row), action: { label: 'Undo', onSelect: putBack } });
  };

  return (
    <div className="flex flex-col gap-4">
      {rows.length > 0 && (
        <p className="text-sm text-muted">
          Each limit counts back from the moment of an order: 1 day is the last 24 hours. Canceled and expired receipts
          don't count. Items that state no weight count what you say for them; without a number they cannot be ordered.
          Munchies without a dose, such as popcorn, always count 0.
        </p>
      )}
      <div ref={list} id={id} tabIndex={-1} className="flex flex-col gap-3">
        {rows.length === 0 && (
          <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-sm text-muted">
            No limits: members may order what is in stock.
          </p>
        )}
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            categories={categories}
            number={index + 1}
            checked={checkedRows[index]!}
            others={rules}
            showsProblem={hasTried}
            onChange={(changes) => replace(row, changes)}
            onRemove={() => remove(row, index)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
      <Button onClick={add} className="self-start">
        <Plus aria-hidden className="size-4.5" />
        Add limit
      </Button>
      <FieldState setting={setting} />
      {hasText && <AsText text={text} onUse={(pasted) => setRows(rowsOf(pasted))} />}
    </div>
  );
};

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

/** A dose is in milligrams. A unit that the row has only because of its kind changes with it. */
const otherUnit = (row: LimitRow, kind: string): Partial<LimitFields> => {
  const usual = (of: string) => (of === 'edible' ? 'mg' : 'g');
  return row.unit === usual(row.kind) ? { unit: usual(kind) } : {};
};

/** What a row is about, in words. */
const nameOf = (row: LimitRow): string => {
  const checked = checkRow(row);
  return 'rule' in checked ? ruleText(checked.rule) : 'A limit that was not finished';
};

interface RowProps {
  row: LimitRow;
  categories: readonly Category[];
  number: number;
  checked: ReturnType<typeof checkRow>;
  /** The rules of all rows. */
  others: readonly LimitRule[];
  /** Says what is wrong although the person may not have come to it yet. */
  showsProblem: boolean;
  onChange: (changes: Partial<LimitFields>) => void;
  onRemove: () => void;
}

const Row = ({ row, categories, number, checked, others, showsProblem, onChange, onRemove }: RowProps) => {
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
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setLeft(true)}
      className="rounded-card border border-line bg-surface px-4 pt-2 pb-5 sm:px-6"
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
              className="link text-xs pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              in {WINDOWS[other].toLowerCase()}
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
      </div>
    </fieldset>
  );
};

/** The text of the setting, for those who bring theirs from elsewhere. */
const AsText = ({ text, onUse }: { text: string; onUse: (text: string) => void }) => {
  const [typed, setTyped] = useState<string | null>(null);
  const { mistake } = parseLimits(typed ?? text);
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-text">
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
        Bring limits as text
      </summary>
      <div className="flex flex-col gap-3 pb-3">
        <TextArea
          label="Limits as text"
          hint="Such as flower=28g/1d?3.5g; edible=800mg/3d"
          rows={3}
          maxLength={LIMITS_MAX_LENGTH}
          spellCheck={false}
          autoCapitalize="none"
          boxClassName="font-mono text-sm"
          value={typed ?? text}
          onChange={(event) => setTyped(event.target.value)}
          // The rows say what is wrong with themselves.
          error={typed !== null && mistake ? `There is a mistake in ${mistakeText(mistake)}` : undefined}
        />
        <Button
          size="sm"
          disabled={typed === null || mistake !== null}
          onClick={() => {
            onUse(typed ?? '');
            setTyped(null);
          }}
          className="self-start"
        >
          Use this text
        </Button>
      </div>
    </details>
  );
};
