import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import type { UnmeasuredItems } from '#contract/purchase-limits.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { LIMITS_MAX_LENGTH, type LimitRule, ruleText } from '#domain/purchase-limits.ts';
import { mistakeText, parseLimits } from '#domain/purchase-limits-parser.ts';
import { categoriesQuery } from '../../api/queries/categories.ts';
import { unmeasuredQuery } from '../../api/queries/settings.admin.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { FieldState } from './field-state.tsx';
import { UncountedCategories } from './limit-coverage.tsx';
import { LimitRowFields } from './limit-row.tsx';
import { changeRow, checkRow, type LimitFields, type LimitRow, newRow, rowsOf, textOf } from './limit-rows.ts';
import { useSection } from './use-section.ts';

const NO_CATEGORIES: readonly Category[] = [];
const NO_ITEMS: UnmeasuredItems = [];

/** True if a limit counts products of every category. */
const countsAll = ({ kind, unit }: LimitRule): boolean => kind === 'any' && unit === 'pcs';
/** The purchase limits as rows. A row that nobody changed is stored as it was written (behavior 6.11). */
export const LimitsField = ({ setting, hasText = true }: { setting: Setting; hasText?: boolean }) => {
  const { name } = setting;
  const { change, fieldOf, hasTried } = useSection();
  const { id, value, error, isChanged } = fieldOf(name);
  const text = value ?? '';
  const [shown, setShown] = useState({ text, rows: rowsOf(text) });
  // Discarded, saved, or changed by somebody else.
  if (shown.text !== text) setShown({ text, rows: rowsOf(text) });
  const { rows } = shown;
  const { data: categories = NO_CATEGORIES } = useQuery(categoriesQuery);
  const { data: unmeasured = NO_ITEMS } = useQuery(unmeasuredQuery);
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
    added?.querySelector('input')?.focus({ preventScroll: true });
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
          Each limit looks back from the moment of an order: 1 day is the last 24 hours.
        </p>
      )}
      <div ref={list} id={id} tabIndex={-1} className="flex flex-col gap-3">
        {rows.length === 0 && (
          <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-sm text-muted">
            No limits: members may order what is in stock.
          </p>
        )}
        {rows.map((row, index) => (
          <LimitRowFields
            key={row.id}
            row={row}
            categories={categories}
            unmeasured={unmeasured}
            isSaved={!isChanged}
            number={index + 1}
            checked={checkedRows[index]!}
            others={rules}
            showsProblem={hasTried}
            onChange={(changes) => replace(row, changes)}
            onRemove={() => remove(row, index)}
          />
        ))}
      </div>
      {/* A row says itself what is wrong with it. */}
      {error && rules.length === rows.length && (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
      {rules.some((rule) => !countsAll(rule)) && <UncountedCategories categories={categories} />}
      <Button onClick={add} className="self-start">
        <Plus aria-hidden className="size-4.5" />
        Add limit
      </Button>
      <FieldState setting={setting} />
      {hasText && <AsText text={text} onUse={(pasted) => setRows(rowsOf(pasted))} />}
    </div>
  );
};

/** The subject of a row in words. */
const nameOf = (row: LimitRow): string => {
  const checked = checkRow(row);
  return 'rule' in checked ? ruleText(checked.rule) : 'A limit that was not finished';
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
