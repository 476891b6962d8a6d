import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { messageOf } from '../../api/client.ts';
import { createResetLink, userEventsQuery } from '../../api/queries/users.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** A one-time link to a new password, to be sent by chat; it is shown once and kept nowhere (decisions §3). */
export const ResetLink = ({ user }: { user: AdminUser }) => {
  const queryClient = useQueryClient();
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setLink(await createResetLink(user.id));
      void queryClient.invalidateQueries({ queryKey: userEventsQuery(user.id).queryKey });
    } catch (error) {
      setFailure(messageOf(error, 'Failed to make a reset link'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        A forgotten password: send {user.username} a link by chat. It works once, for 24 hours; a new link ends an older
        one.
      </p>
      {failure && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      {link && (
        <div className="flex flex-col gap-2">
          <TextField
            label="Reset link"
            readOnly
            value={link.url}
            onFocus={(event) => event.target.select()}
            hint={`Works until ${formatDateTime(link.expiresAt)}. It is not shown again.`}
          />
          <CopyButton value={link.url} label="Copy reset link" variant="primary" size="md" className="self-start" />
        </div>
      )}
      <Button busy={isBusy} onClick={() => void make()} className="self-start">
        {!isBusy && <KeyRound aria-hidden className="size-4.5" />}
        {link ? 'Make another link' : 'Make reset link'}
      </Button>
    </div>
  );
};
