import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { counted } from '#domain/text.ts';
import { reloadUsers, removePasskeysOf } from '../../api/queries/users.admin.ts';
import { storedUser } from '../../browser/storage.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { failureToast } from '../action-toasts.ts';

/** How many passkeys a user has, with a button that removes them all (behavior 3.15). */
export const UserPasskeys = ({ user }: { user: AdminUser }) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removePasskeysOf(user.id),
    onSuccess: ({ message }) => toast({ title: message, kind: 'success' }),
    onError: (error) => failureToast(error, 'Failed to remove the passkeys'),
    onSettled: () => {
      setAsking(false);
      reloadUsers(queryClient);
    },
  });
  if (user.passkeys === 0) return <p className="text-sm text-muted">{user.username} has no passkey.</p>;
  if (storedUser()?.id === user.id) {
    return <p className="text-sm text-muted">You have {counted(user.passkeys, 'passkey')}, in your account.</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {user.username} has {counted(user.passkeys, 'passkey')}. A new password removes none of them.
      </p>
      <Button onClick={() => setAsking(true)} className="self-start text-danger-text!">
        <KeyRound aria-hidden className="size-4.5" />
        Remove passkeys
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        danger
        title={`Remove the passkeys of ${user.username}?`}
        confirmLabel="Remove passkeys"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {user.username} is signed out everywhere, and signs in with the password.
      </ConfirmDialog>
    </div>
  );
};
