import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../api/client.ts';
import { givePoints } from '../../api/queries/points.admin.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { pointsForm, pointsToSend } from './points-form.ts';

interface GivePointsDialogProps {
  open: boolean;
  onClose: () => void;
  /** Filled in where it is known whose points they are. */
  username?: string;
}

/** Grants a member points or takes some, with the reason that stands in the ledger for good. */
export const GivePointsDialog = ({ open, onClose, username = '' }: GivePointsDialogProps) => (
  <Dialog open={open} onClose={onClose} size="sm" phone="sheet" title="Grant or deduct points">
    <GivePointsForm key={username} username={username} onDone={onClose} />
  </Dialog>
);

const GivePointsForm = ({ username, onDone }: { username: string; onDone: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: standardSchemaResolver(pointsForm),
    defaultValues: { direction: 'grant' as const, username, points: '', reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const direction = form.watch('direction');

  const give = form.handleSubmit(async (filled) => {
    try {
      const { message, balance } = await givePoints(queryClient, {
        username: filled.username,
        points: pointsToSend(filled),
        reason: filled.reason,
      });
      toast({ title: message, description: `The balance is now ${balance.toLocaleString()}.`, kind: 'success' });
      onDone();
    } catch (error) {
      const said = messageOf(error, 'Failed to update points');
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'not_found') form.setError('username', { message: said }, { shouldFocus: true });
      else if (code === 'not_enough_points') form.setError('points', { message: said }, { shouldFocus: true });
      else form.setError('root', { message: said });
    }
  });

  return (
    <form noValidate onSubmit={give} className="flex flex-col gap-4">
      <RadioCards
        label="Grant or deduct"
        value={direction}
        onChange={(chosen) => form.setValue('direction', chosen)}
        options={[
          { value: 'grant', title: 'Grant' },
          { value: 'deduct', title: 'Deduct' },
        ]}
      />
      <TextField
        label="Username"
        autoComplete="off"
        verbatim
        data-autofocus={username === '' ? true : undefined}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Points"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus={username === '' ? undefined : true}
        error={errors.points?.message}
        {...form.register('points')}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        hint="Stands in the member's history."
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      {errors.root && (
        <Notice tone="danger" alert>
          {errors.root.message}
        </Notice>
      )}
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {direction === 'grant' ? 'Grant points' : 'Deduct points'}
      </Button>
    </form>
  );
};
