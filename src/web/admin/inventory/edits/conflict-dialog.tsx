import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { fieldWord, valueWords } from '../field-words.ts';
import { type Conflict, usePendingEdits } from './pending-edits.ts';
import { saveEdit } from './save-edit.ts';

/** Somebody else saved another value meanwhile: both are shown, and the admin chooses (decisions §5). */
export const ConflictDialog = () => {
  const queryClient = useQueryClient();
  const conflict = usePendingEdits((edits) => edits.conflict);
  // Stays on while the dialog leaves.
  const [shown, setShown] = useState<Conflict | null>(null);
  if (conflict && conflict !== shown) setShown(conflict);
  if (!shown) return null;

  const { item, field, mine, stored } = shown;
  const close = () => usePendingEdits.setState({ conflict: null });
  const saveMine = () => {
    close();
    saveEdit(queryClient, { item, field, value: mine, expected: stored });
  };
  return (
    <Dialog
      open={conflict !== null}
      onClose={close}
      title="Someone else changed this meanwhile"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus onClick={close}>
            Keep the stored value
          </Button>
          <Button variant="primary" onClick={saveMine}>
            Save my value
          </Button>
        </div>
      }
    >
      <p className="text-muted">
        {fieldWord(field)} of <strong className="text-text">{item.name}</strong>
      </p>
      <dl className="mt-3 grid gap-2 sm:grid-cols-2">
        <div className="rounded-control bg-well px-4 py-3">
          <dt className="text-sm text-muted">Stored now</dt>
          <dd className="font-semibold break-words text-text">{valueWords(field, stored)}</dd>
        </div>
        <div className="rounded-control bg-accent-wash px-4 py-3">
          <dt className="text-sm text-muted">Yours</dt>
          <dd className="font-semibold break-words text-text">{valueWords(field, mine)}</dd>
        </div>
      </dl>
    </Dialog>
  );
};
