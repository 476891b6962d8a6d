import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { endSessionsOf, reloadUsers, userSessionsQuery } from '../../api/queries/users.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { formatDevice } from '../../browser/device-name.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { ListFailure } from '../lists/paged-list.tsx';

/** Where a user is signed in, and the way to end all of it. */
export const MemberSessions = ({ user }: { user: AdminUser }) => {
  const queryClient = useQueryClient();
  const answer = useQuery(userSessionsQuery(user.id));
  const { data } = answer;
  const loadFailure = useFailure(answer);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const endAll = async () => {
    setBusy(true);
    try {
      const { message } = await endSessionsOf(user.id);
      toast({ title: message, kind: 'success' });
    } catch (failure) {
      toast({ title: 'Error', description: messageOf(failure, 'Failed to end the sessions'), kind: 'error' });
    } finally {
      setBusy(false);
      setAsking(false);
      reloadUsers(queryClient);
    }
  };

  if (!data) {
    return loadFailure ? <ListFailure {...loadFailure} failed="Failed to load sessions" /> : <SkeletonText lines={2} />;
  }
  if (data.sessions.length === 0) return <p className="text-sm text-muted">Not signed in anywhere.</p>;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2 text-sm">
        {data.sessions.map((session) => (
          <li key={session.id} className="border-l-2 border-line pl-3">
            <p className="text-text" title={session.userAgent}>
              {formatDevice(session.userAgent)}
            </p>
            <p className="text-muted">
              Last used {formatDateTime(session.lastUsedAt)} · since {formatDateTime(session.createdAt)}
            </p>
          </li>
        ))}
      </ul>
      <Button onClick={() => setAsking(true)} className="self-start text-danger-text!">
        <LogOut aria-hidden className="size-4.5" />
        End all sessions
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        danger
        title={`Sign ${user.username} out everywhere?`}
        confirmLabel="End all sessions"
        busy={isBusy}
        onConfirm={() => void endAll()}
      >
        The password stays as it is: {user.username} can log in again.
      </ConfirmDialog>
    </div>
  );
};
