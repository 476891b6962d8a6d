import { TicketCheck } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { DrawerState } from '../lists/drawer-button.tsx';
import { useMay } from '../panel-role.ts';
import { InvitesDrawer } from './invites-drawer.tsx';

/** Opens the invites, for those who may make them (behavior 3.13). */
export const InvitesButton = ({ isOpen, setOpen }: DrawerState) => {
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
