import { useQuery } from '@tanstack/react-query';
import { ShieldX } from 'lucide-react';
import type { User } from '#contract/users.ts';
import { userQuery } from '../api/queries/users.ts';
import { leaveTo, paths } from '../browser/paths.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from './panel.tsx';

/** The admin control panel. Others see "Access Denied" (behavior 10.1). */
export default function AdminPanel() {
  const { data: user, isPending } = useQuery(userQuery);
  if (isPending) return <LoadingScreen text="Loading admin panel..." />;
  return user?.isAdmin ? <Panel user={user} /> : <AccessDenied user={user ?? null} />;
}

const AccessDenied = ({ user }: { user: User | null }) => {
  usePageTitle('Access Denied');
  const current = user ? { username: user.username, isAdmin: user.isAdmin, memberType: user.memberType } : null;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={<ShieldX />}
        title="Access Denied"
        text="You don't have permission to access the admin panel."
        action={
          <div className="flex flex-col items-center gap-6">
            <Button onClick={() => leaveTo(paths.home)}>Back to the shop</Button>
            <p className="max-w-md rounded-control bg-well px-3 py-2 font-mono text-xs break-all text-muted">
              Current user: {JSON.stringify(current)}
            </p>
          </div>
        }
      />
    </main>
  );
};
