import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { PlanPreview } from '../../changes/plan-preview.tsx';
import { formatErased } from './upload-messages.ts';
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
            {busy ? 'Replacing the inventory...' : formatErased(preview.counts)}
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
      <PlanPreview preview={preview} source="file" />
    </Dialog>
  );
};
