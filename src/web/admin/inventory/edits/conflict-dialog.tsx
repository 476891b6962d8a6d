import { useQueryClient } from '@tanstack/react-query';
import { itemName } from '#domain/panel-item.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { fieldLabel, formatValue } from '../../changes/plan-labels.ts';
import { forgetFailed, saveEdit, usePendingEdits } from './cell-edits.ts';

/** Shows both values after someone else has saved another one, and lets the admin choose (behavior 9.4). */
export const ConflictDialog = () => {
  const queryClient = useQueryClient();
  const conflict = usePendingEdits((edits) => edits.conflict);
  const shown = useLastShown(conflict);
  if (!shown) return null;

  const { item, field, mine, stored } = shown;
  const close = () => {
    forgetFailed(item, field);
    usePendingEdits.setState({ conflict: null });
  };
  const saveMine = () => {
    close();
    saveEdit(queryClient, { item, field, value: mine, expected: stored });
  };
  return (
    <Dialog
      open={conflict !== null}
      onClose={close}
      title="Someone else changed this"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus onClick={close}>
            Keep the current value
          </Button>
          <Button variant="primary" onClick={saveMine}>
            Save my value
          </Button>
        </div>
      }
    >
      <p className="text-muted">
        {fieldLabel(field)} of <strong className="text-text">{itemName(item)}</strong>
      </p>
      <dl className="mt-3 grid gap-2 sm:grid-cols-2">
        <div className="rounded-control bg-well px-4 py-3">
          <dt className="text-sm text-muted">Current value</dt>
          <dd className="font-semibold break-words text-text">{formatValue(field, stored)}</dd>
        </div>
        <div className="rounded-control bg-accent-wash px-4 py-3">
          <dt className="text-sm text-muted">Your value</dt>
          <dd className="font-semibold break-words text-text">{formatValue(field, mine)}</dd>
        </div>
      </dl>
    </Dialog>
  );
};
