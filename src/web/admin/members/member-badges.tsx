import type { AdminUser } from '#contract/users.admin.ts';
import { Badge } from '../../ui/badge.tsx';

/** What is out of the ordinary about an account; nothing where nothing is. */
export const MemberBadges = ({ user }: { user: AdminUser }) => (
  <>
    {user.isAdmin && <Badge tone="accent">Admin</Badge>}
    {user.status === 'suspended' && <Badge tone="danger">Suspended</Badge>}
    {!user.verified && <Badge tone="warning">Unverified</Badge>}
  </>
);
