import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { PlanRows, PlanWarnings } from '../../changes/plan-rows.tsx';
import { formatErased, formatStats } from './upload-messages.ts';
import type { Replacement } from './use-replacement.ts';

interface ReplacePreviewDialogProps {
  state: Replacement;
  onReplace: () => void;
  onCancel: () => void;
}

/** The plan of the upload: counts, warnings, and the first rows field by field (behavior 9.8). */
export const ReplacePreviewDialog = ({ state, onReplace, onCancel }: ReplacePreviewDialogProps) => {
  const isOpen = state.step === 'preview' || state.step === 'replacing';
  const shown = useLastShown(isOpen ? state : null);
  if (!shown) return null;
  const { preview, file } = shown;
  const busy = state.step === 'replacing';
  const { counts, stats, warnings, rows } = preview;

  return (
    <Dialog
      open={isOpen}
      onClose={() => !busy && onCancel()}
      title="Preview of the replacement"
      aside={file.name}
      size="lg"
      phone="full"
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto text-sm text-muted" role="status">
            {busy ? 'Replacing the inventory...' : formatErased(counts)}
          </p>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={onReplace}>
            Replace Inventory
          </Button>
        </div>
      }
    >
      {state.step === 'preview' && state.moved && (
        <Notice tone="warning" alert className="mb-4" title="The inventory has changed.">
          This is a new preview. The previous one is out of date.
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        <Count name="Added" value={counts.added} className="text-good-text" />
        <Count name="Changed" value={counts.changed} className="text-notice-text" />
        <Count name="Removed" value={counts.removed} className="text-danger-text" />
        <Count name="Unchanged" value={counts.unchanged} className="text-muted" />
      </dl>
      <p className="mt-3 text-sm text-muted">{formatStats(stats)}</p>
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
    </Dialog>
  );
};

const Count = ({ name, value, className }: { name: string; value: number; className: string }) => (
  <div className="rounded-control bg-well px-4 py-3">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={`text-xl font-semibold ${className}`}>{value.toLocaleString('en-US')}</dd>
  </div>
);
