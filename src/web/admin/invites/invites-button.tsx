import { useQuery } from '@tanstack/react-query';
import { TicketCheck } from 'lucide-react';
import { useState } from 'react';
import { may } from '#domain/permissions.ts';
import { userQuery } from '../../api/queries/users.ts';
import { Button } from '../../ui/button.tsx';
import { InvitesDrawer } from './invites-drawer.tsx';

/** Opens the invites, for those who may make them (behavior 3.13). */
export const InvitesButton = () => {
  const { data: user } = useQuery(userQuery);
  const [isOpen, setOpen] = useState(false);
  if (!user || !may(user.role, 'members.write')) return null;
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
