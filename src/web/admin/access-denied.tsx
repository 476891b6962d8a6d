import { LockKeyhole, ShieldX } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/users.ts';
import { useShop } from '../api/queries/settings.ts';
import { leaveTo, paths } from '../browser/paths.ts';
import { storePanelWish } from '../browser/storage.ts';
import { usePageTitle } from '../shared/page-title.ts';
import { useSession } from '../shared/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** The panel for everybody who may not open it: what it is, and the way in (behavior 10.1). */
export const AccessDenied = ({ user }: { user: User | null }) => {
  usePageTitle('Access Denied');
  const { name } = useShop();
  const current = user ? { username: user.username, isAdmin: user.isAdmin, memberType: user.memberType } : null;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={user ? <ShieldX /> : <LockKeyhole />}
        title="Access Denied"
        heading="h1"
        text="You don't have permission to access the admin panel."
        action={
          <div className="flex flex-col items-center gap-6">
            <p className="max-w-sm text-balance text-text">
              {user
                ? `You are logged in as a member. The panel is for those who run ${name}: an owner lets you in, under Users.`
                : `This is the panel of ${name}, for those who run the shop. It opens with a panel account.`}
            </p>
            <div className="flex flex-wrap justify-center gap-3">
              {user ? <LogInAsSomeoneElse /> : <LogIn />}
              <Button onClick={() => leaveTo(paths.home)}>Back to the shop</Button>
            </div>
            <p className="max-w-md font-mono text-xs break-all text-muted">
              Current user: {current ? JSON.stringify(current) : 'nobody is logged in'}
            </p>
          </div>
        }
      />
    </main>
  );
};

/** Leads through gate and login back to this address. */
const LogIn = () => (
  <ButtonLink variant="primary" href={paths.home} onClick={() => storePanelWish(window.location.search)}>
    Log in
  </ButtonLink>
);

/** The same for members. It logs them out first. */
const LogInAsSomeoneElse = () => {
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut(paths.home, window.location.search);
  };
  return (
    <Button variant="primary" busy={leaving} onClick={leave}>
      Log in as someone else
    </Button>
  );
};
