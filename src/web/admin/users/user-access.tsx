import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { mayOpenPanel } from '#domain/permissions.ts';
import { createActionKey } from '../../api/action-key.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import {
  createResetLink,
  endSessionsOf,
  reloadUsers,
  userEventsQuery,
  userSessionsQuery,
} from '../../api/queries/users.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { formatDevice } from '../../browser/device-name.ts';
import { storedUser } from '../../browser/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { failureToast } from '../action-toasts.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';

/** Creates a one-time link to a new password, for the admin to send by chat. It is shown once (behavior 3.6). */
export const ResetLink = ({ user }: { user: AdminUser }) => {
  const queryClient = useQueryClient();
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null);
  const [actionKey] = useState(createActionKey);
  const [removesPasskeys, setRemovesPasskeys] = useState(false);
  const mayRemove = user.passkeys > 0 && storedUser()?.id !== user.id;
  const removePasskeys = mayRemove && removesPasskeys;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      actionKey.send(`${user.id} ${removePasskeys}`, (key) => createResetLink(user.id, { removePasskeys }, key)),
    onSuccess: (created) => {
      setLink(created);
      void queryClient.invalidateQueries({ queryKey: userEventsQuery(user.id).queryKey });
    },
  });
  const failure = error && !isUnconfirmed(error) ? messageOf(error, 'Failed to create a reset link') : null;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        If {user.username} forgot the password, send a reset link by chat. It works once within{' '}
        {mayOpenPanel(user.role) ? '1 hour' : '24 hours'}, and a new link replaces the old one.
      </p>
      <FormFailure text={failure} />
      {link && (
        <div className="flex flex-col gap-2">
          {/* A phone shows all of it, in lines that break where they have to. */}
          <TextArea
            label="Reset link"
            readOnly
            rows={2}
            boxClassName="min-h-0! resize-none! font-mono text-sm break-all [field-sizing:content]"
            value={link.url}
            onFocus={(event) => event.target.select()}
            hint={`Valid until ${formatDateTime(link.expiresAt)}. It won't be shown again.`}
          />
          <CopyButton value={link.url} label="Copy reset link" variant="primary" size="md" className="self-start" />
        </div>
      )}
      {mayRemove && (
        <Checkbox
          label="The link also removes the passkeys"
          checked={removesPasskeys}
          onChange={(event) => setRemovesPasskeys(event.target.checked)}
        />
      )}
      <Button busy={isPending} onClick={() => mutate()} className="self-start">
        {!isPending && <KeyRound aria-hidden className="size-4.5" />}
        {link ? 'Create a new link' : 'Create reset link'}
      </Button>
    </div>
  );
};

/** The sessions of a user, with a button that ends all of them for those who may (behavior 3.5). */
export const UserSessions = ({ user }: { user: AdminUser }) => {
  const queryClient = useQueryClient();
  const mayEnd = useMay('members.write');
  const answer = useQuery(userSessionsQuery(user.id));
  const { data } = answer;
  const loadFailure = useFailure(answer);
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => endSessionsOf(user.id),
    onSuccess: ({ message }) => toast({ title: message, kind: 'success' }),
    onError: (error) => failureToast(error, 'Failed to end the sessions'),
    onSettled: () => {
      setAsking(false);
      reloadUsers(queryClient);
    },
  });

  if (!data) {
    return loadFailure ? <ListFailure {...loadFailure} failed="Failed to load sessions" /> : <SkeletonText lines={2} />;
  }
  if (data.sessions.length === 0) return <p className="text-sm text-muted">No active sessions.</p>;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2 text-sm">
        {data.sessions.map((session) => (
          <li key={session.id} className="border-l-2 border-line pl-3">
            <p className="text-text" title={session.userAgent}>
              {formatDevice(session.userAgent)}
            </p>
            <p className="text-muted">
              Last used {formatDateTime(session.lastUsedAt)} · since {formatDateTime(session.createdAt)} ·{' '}
              {session.method === 'passkey' ? 'by passkey' : 'by password'}
            </p>
          </li>
        ))}
      </ul>
      {mayEnd && (
        <Button onClick={() => setAsking(true)} className="self-start text-danger-text!">
          <LogOut aria-hidden className="size-4.5" />
          End all sessions
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        danger
        title={`Sign ${user.username} out everywhere?`}
        confirmLabel="End all sessions"
        busy={end.isPending}
        onConfirm={() => end.mutate()}
      >
        The password stays the same. {user.username} can log in again.
      </ConfirmDialog>
    </div>
  );
};
