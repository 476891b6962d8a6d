import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { VIEW_LIMITS, type View } from '#contract/views.ts';
import { messageOf } from '../../../api/client.ts';
import { userQuery } from '../../../api/queries/users.ts';
import { saveView } from '../../../api/queries/views.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { describeView } from '../list/filter-labels.ts';
import { type InventoryView, viewQuery } from '../list/inventory-view.ts';

interface ViewDialogProps {
  open: boolean;
  onClose: () => void;
  /** The view to save under the name. */
  view?: InventoryView;
  /** Or the own view that gets another name. */
  renamed?: View;
  views: readonly View[];
}

/** Asks for the name of a view. */
export const ViewDialog = ({ open, onClose, view, renamed, views }: ViewDialogProps) => (
  <Dialog open={open} onClose={onClose} title={renamed ? `Rename "${renamed.name}"` : 'Save view'} size="sm">
    {open && <NameForm {...{ onClose, view, renamed, views }} />}
  </Dialog>
);

const NameForm = ({ onClose, view, renamed, views }: Omit<ViewDialogProps, 'open'>) => {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const [typed, setTyped] = useState(() => renamed?.name ?? (view ? describeView(view) : ''));
  const [shared, setShared] = useState(renamed?.shared ?? false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const name = typed.trim();
  const isTaken = views.some((each) => each.by === user?.username && each.name === name && each !== renamed);

  const save = async () => {
    if (name === '') return setProblem('A view needs a name');
    if (isTaken) return setProblem('You have a view of this name');
    if (name === renamed?.name) return onClose();
    setBusy(true);
    try {
      if (renamed) {
        const { name: old, query } = renamed;
        await saveView(queryClient, { name: old, newName: name, query, shared, expected: query });
      } else await saveView(queryClient, { name, query: viewQuery(view!), shared });
      toast({ title: renamed ? `Renamed to "${name}"` : `"${name}" saved`, kind: 'success' });
      onClose();
    } catch (error) {
      setProblem(messageOf(error, 'Failed to save the view'));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        data-autofocus
        autoComplete="off"
        maxLength={VIEW_LIMITS.name}
        value={typed}
        error={problem}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => {
          setProblem(undefined);
          setTyped(target.value);
        }}
      />
      {!renamed && (
        <Switch
          label="Everybody in the panel sees it"
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {renamed ? 'Rename' : 'Save'}
        </Button>
      </div>
    </form>
  );
};
