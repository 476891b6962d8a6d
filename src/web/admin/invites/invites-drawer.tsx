import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TicketCheck } from 'lucide-react';
import { useState } from 'react';
import type { Invite } from '#contract/invites.ts';
import { useFailure } from '../../api/failure.ts';
import { INVITES_FAILED, invitesQuery, reloadInvites, revokeInvite } from '../../api/queries/invites.ts';
import { formatDate, formatDateTime } from '../../browser/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { toast } from '../../ui/toast.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { failureToast } from '../action-toasts.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';
import { NewInvite } from './new-invite.tsx';

const STATES: Record<Invite['state'], { tone: Tone; name: string }> = {
  open: { tone: 'good', name: 'Open' },
  used: { tone: 'plain', name: 'Used up' },
  expired: { tone: 'plain', name: 'Expired' },
  revoked: { tone: 'danger', name: 'Revoked' },
};

/** The word before the end of an invite. A used-up or revoked one has ended already. */
const ENDS: Partial<Record<Invite['state'], string>> = { open: 'ends', expired: 'ended' };

/** Opens the invites, for those who may make them (behavior 3.13). */
export const InvitesButton = ({ isOpen, setOpen }: { isOpen: boolean; setOpen: (isOpen: boolean) => void }) => {
  const mayInvite = useMay('members.write');
  if (!mayInvite) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <TicketCheck aria-hidden className="size-4.5" />
        Invites
      </Button>
      <InvitesDrawer open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};

/** Access codes of their own: makes them, shows their state and ends them (behavior 3.13). */
const InvitesDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <div className="contents [--drawer-width:30rem]">
    <Drawer open={open} onClose={onClose} title="Invites">
      {open && (
        <div className="flex flex-col gap-7">
          <NewInvite />
          <section className="flex flex-col gap-2">
            <h3 className="text-base font-semibold text-text">All invites</h3>
            <Invites />
          </section>
        </div>
      )}
    </Drawer>
  </div>
);

const Invites = () => {
  const query = useQuery(invitesQuery);
  const failure = useFailure(query);
  const [asked, setAsked] = useState<Invite | null>(null);
  const invites = query.data;
  if (!invites) return failure ? <ListFailure {...failure} failed={INVITES_FAILED} /> : <SkeletonText lines={3} />;
  if (invites.length === 0) {
    return (
      <EmptyState
        icon={<TicketCheck />}
        title="No invites yet"
        text="People you invite register with a code of their own."
      />
    );
  }
  return (
    <>
      <ul className="flex flex-col">
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onRevoke={() => setAsked(invite)} />
        ))}
      </ul>
      <RevokeDialog invite={asked} onClose={() => setAsked(null)} />
    </>
  );
};

const InviteRow = ({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) => (
  <li className="flex items-start gap-3 border-b border-line py-3 first:pt-0 last:border-b-0">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium break-words text-text">{invite.label}</span>
        <Badge tone={STATES[invite.state].tone}>{STATES[invite.state].name}</Badge>
      </p>
      <p className="mt-0.5 text-sm text-muted">
        {invite.used} of {invite.uses} used
        {invite.expiresAt && ENDS[invite.state] && ` · ${ENDS[invite.state]} ${formatDateTime(invite.expiresAt)}`}
      </p>
      <p className="text-sm break-words text-muted">
        Created by {invite.madeBy} on {formatDate(invite.createdAt)}
      </p>
    </div>
    {invite.state === 'open' && (
      <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${invite.label}`} className="text-danger-text!">
        Revoke
      </Button>
    )}
  </li>
);

const RevokeDialog = ({ invite, onClose }: { invite: Invite | null; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const shown = useLastShown(invite);
  const revoke = useMutation({
    mutationFn: revokeInvite,
    onSuccess: ({ message }) => toast({ title: message, kind: 'success' }),
    onError: (error) => failureToast(error, 'Failed to revoke the invite'),
    onSettled: () => {
      onClose();
      reloadInvites(queryClient);
    },
  });
  return (
    <ConfirmDialog
      open={invite !== null}
      onClose={onClose}
      danger
      title={`Revoke the invite "${shown?.label}"?`}
      confirmLabel="Revoke invite"
      busy={revoke.isPending}
      onConfirm={() => shown && revoke.mutate(shown.id)}
    >
      Its code stops working at once, also for people who have typed it but not registered. Members who registered with
      it stay.
    </ConfirmDialog>
  );
};
