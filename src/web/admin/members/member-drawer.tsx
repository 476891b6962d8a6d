import { Coins, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminUser } from '#contract/users.admin.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { panelLinks } from '../lists/panel-links.ts';
import { MemberBadges } from './member-badges.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberRights } from './member-rights.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { ResetLink } from './reset-link.tsx';

interface MemberDrawerProps {
  /** The account looked at, or null. */
  user: AdminUser | null;
  onChanged: (user: AdminUser) => void;
  onClose: () => void;
}

/** One account beside the list: who it is, what it may, where it is signed in, what was done to it. */
export const MemberDrawer = ({ user, onChanged, onClose }: MemberDrawerProps) => {
  // What it shows stays until it has left the screen.
  const [shown, setShown] = useState(user);
  if (user !== null && user !== shown) setShown(user);
  return (
    <div className="[--drawer-width:34rem]">
      <Drawer open={user !== null} onClose={onClose} title={shown?.username ?? 'User'}>
        {shown && (
          <div key={shown.id} className="flex flex-col gap-7">
            <Facts user={shown} />
            <MemberRights user={shown} onChanged={onChanged} />
            <Part title="Password">
              <ResetLink user={shown} />
            </Part>
            <Part title="Sessions">
              <MemberSessions user={shown} />
            </Part>
            <Part title="History">
              <MemberHistory userId={shown.id} />
            </Part>
          </div>
        )}
      </Drawer>
    </div>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-base font-semibold text-text">{title}</h3>
    {children}
  </section>
);

const Facts = ({ user }: { user: AdminUser }) => {
  const facts: readonly (readonly [string, string])[] = [
    ['Email', user.email],
    ['Telegram', user.signalUsername || '–'],
    ['Joined', formatDateTime(user.createdAt)],
    ['Last seen', user.lastSeenAt === null ? 'Never' : formatDateTime(user.lastSeenAt)],
    ['Age confirmed', user.ageConfirmedAt === null ? 'Not in the shop' : formatDateTime(user.ageConfirmedAt)],
  ];
  const links = [
    { href: panelLinks.pointsOf(user.username), Icon: Coins, words: `${user.points.toLocaleString()} points` },
    {
      href: panelLinks.receiptsOf(user.username),
      Icon: ReceiptText,
      words: user.receipts === 1 ? '1 receipt' : `${user.receipts.toLocaleString()} receipts`,
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        <MemberBadges user={user} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words text-text">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {links.map(({ href, Icon, words }) => (
          <Link key={href} href={href} className={buttonClass({ size: 'sm' })}>
            <Icon aria-hidden className="size-4" />
            {words}
          </Link>
        ))}
      </div>
    </div>
  );
};
