import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanRow } from '#contract/plans.ts';
import { formatPrice } from '#domain/money.ts';
import { inventoryQuery } from '../../../api/queries/inventory.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PlanCounts } from '../../changes/plan-preview.tsx';
import { PlanRows, PlanWarnings } from '../../changes/plan-rows.tsx';
import { type FinalPrices, finalPrices } from './final-prices.ts';
import { betterMode, statsWords } from './import-words.ts';
import { NearCategories } from './near-categories.tsx';
import { ProblemList } from './problem-list.tsx';
import type { Import, OpenImport } from './use-import.ts';

interface ImportPlanProps {
  task: Import;
  state: OpenImport;
}

/** The dry run: its problems first, then counts, warnings, and the first rows with the prices that members pay. */
export const ImportPlan = ({ task, state }: ImportPlanProps) => {
  const { file, preview, planned, request, moved } = state;
  const { failure, change: onChange } = task;
  if (failure) {
    const tryAgain = {
      read: () => void task.read(file, request),
      plan: () => onChange(request),
      apply: () => void task.apply(),
    }[failure.again];
    return (
      <Notice
        tone="danger"
        alert
        title={failure.title}
        action={
          <Button size="sm" onClick={tryAgain}>
            {failure.again === 'read' ? 'Read it again' : 'Try again'}
          </Button>
        }
      >
        {failure.text}
      </Notice>
    );
  }
  if (!preview) {
    return (
      <div aria-busy className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-18" />
        ))}
      </div>
    );
  }
  const { counts, stats, facts, rows } = preview;
  const warnings = preview.warnings.filter((warning) => !facts.includes(warning));
  const better = betterMode(request.mode, stats);
  const changed = counts.added + counts.changed + counts.removed;
  return (
    <div
      aria-busy={planned !== request}
      className={cx('flex flex-col gap-4 transition-opacity', planned !== request && 'opacity-60')}
    >
      {moved && (
        <Notice tone="warning" alert title="The inventory has changed.">
          This is a new preview. The previous one is out of date.
        </Notice>
      )}
      <ProblemList preview={preview} request={request} onChange={onChange} />
      {better && (
        <Notice
          action={
            <Button size="sm" onClick={() => onChange({ mode: better })}>
              {better === 'update' ? 'Update them' : 'Add them'}
            </Button>
          }
        >
          {better === 'update'
            ? 'The shop has all of these products already.'
            : 'The shop has none of these products yet.'}
        </Notice>
      )}
      <NearCategories near={preview.nearCategories} request={request} onChange={onChange} />
      <PlanCounts counts={counts} isToCome />
      <p className="text-sm text-muted">{statsWords(request, preview, 'will be')}</p>
      <PlanWarnings title={`Needs your attention (${warnings.length})`} warnings={warnings} />
      <PlanWarnings tone="notice" title="Good to know" warnings={facts} />
      {rows.length > 0 && (
        <section>
          <div className="flex justify-between gap-3 text-sm font-semibold text-muted">
            <h4>{rows.length < changed ? `The first ${rows.length} items` : 'Every item that changes'}</h4>
            <p aria-hidden>Members pay</p>
          </div>
          <PricedRows rows={rows} />
        </section>
      )}
    </div>
  );
};

const PricedRows = ({ rows }: { rows: readonly PlanRow[] }) => {
  const { data: items } = useQuery(inventoryQuery);
  const byId = useMemo(() => new Map(items?.map((item) => [item.id, item])), [items]);
  return (
    <PlanRows
      rows={rows}
      action={(row) => {
        const prices = finalPrices(row, row.itemId === null ? undefined : byId.get(row.itemId));
        return prices && <Prices {...prices} />;
      }}
    />
  );
};

/** The price for members, and the earlier one if it differs. */
const Prices = ({ before, after }: FinalPrices) => (
  <span className="shrink-0 text-base font-semibold text-text tabular-nums">
    <span className="sr-only">Members pay </span>
    {before !== null && before !== after && (
      <del className="mr-1.5 text-sm font-normal text-muted">{formatPrice(before)}</del>
    )}
    {formatPrice(after)}
  </span>
);
