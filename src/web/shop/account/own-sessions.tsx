import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { endOwnSession, sessionsQuery } from '../../api/queries/users.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { formatDevice } from '../../browser/device-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';

/** The member's sessions. Each can be ended here, except the current one, which ends by logging out. */
export const OwnSessions = () => {
  const queryClient = useQueryClient();
  const query = useQuery(sessionsQuery);
  const { data: sessions } = query;
  const failure = useFailure(query);
  const [ending, setEnding] = useState<string | null>(null);

  const end = async (id: string) => {
    setEnding(id);
    try {
      await endOwnSession(queryClient, id);
      toast({ title: 'Session ended', kind: 'success' });
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, 'The session could not be ended.'), kind: 'error' });
    } finally {
      setEnding(null);
    }
  };

  if (!sessions) {
    if (!failure) return <SkeletonText lines={3} />;
    return (
      <Notice tone="danger" alert action={<TryAgain {...failure} />}>
        {messageOf(failure.error, 'Your sessions could not be fetched.')}
      </Notice>
    );
  }
  return (
    <ul className="flex flex-col">
      {sessions.map((session) => {
        const device = formatDevice(session.userAgent);
        return (
          <li
            key={session.id}
            className="flex items-center gap-3 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0"
          >
            <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-text" title={session.userAgent}>
                {device}
                {session.current && <Badge tone="accent">This device</Badge>}
              </p>
              <p className="text-sm text-muted">
                {session.current ? 'Active now' : `Last used ${formatDateTime(session.lastUsedAt)}`}
                {session.method === 'passkey' && ' · signed in with a passkey'}
              </p>
            </div>
            {!session.current && (
              <Button
                size="sm"
                busy={ending === session.id}
                aria-label={`End session: ${device}, last used ${formatDateTime(session.lastUsedAt)}`}
                onClick={() => void end(session.id)}
              >
                End
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
};
