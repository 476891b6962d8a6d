import type { ReplaceResult } from '#contract/inventory.ts';
import { formatStats } from './plan-labels.ts';
import { PlanRows, PlanWarnings } from './plan-rows.tsx';

type Preview = Required<Pick<ReplaceResult, 'counts' | 'stats' | 'warnings' | 'rows'>>;

/** A preview of a file or the feed: counts, warnings, and the first rows field by field (behavior 9.8, 9.10). */
export const PlanPreview = ({
  preview: { counts, stats, warnings, rows },
  source,
}: {
  preview: Preview;
  source: 'file' | 'feed';
}) => (
  <>
    <PlanCounts counts={counts} />
    <p className="mt-3 text-sm text-muted">{formatStats(stats, source)}</p>
    <PlanWarnings title={`Needs your attention (${warnings.length})`} warnings={warnings} className="mt-4" />
    {rows.length > 0 && (
      <section className="mt-4">
        <h3 className="text-sm font-semibold text-muted">
          {rows.length < counts.added + counts.changed + counts.removed
            ? `The first ${rows.length} rows`
            : 'Every row that changes'}
        </h3>
        <PlanRows rows={rows} />
      </section>
    )}
  </>
);

/** How many items a plan adds, changes, removes and leaves as they are. */
export const PlanCounts = ({ counts, isToCome }: Pick<Preview, 'counts'> & { isToCome?: boolean }) => (
  <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
    <Count name={isToCome ? 'Will be added' : 'Added'} value={counts.added} className="text-good-text" />
    <Count name={isToCome ? 'Will be changed' : 'Changed'} value={counts.changed} className="text-notice-text" />
    <Count name={isToCome ? 'Will be removed' : 'Removed'} value={counts.removed} className="text-danger-text" />
    <Count name={isToCome ? 'Stay as they are' : 'Unchanged'} value={counts.unchanged} className="text-muted" />
  </dl>
);

const Count = ({ name, value, className }: { name: string; value: number; className: string }) => (
  <div className="rounded-control bg-well px-4 py-3">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={`text-xl font-semibold ${className}`}>{value.toLocaleString('en-US')}</dd>
  </div>
);
