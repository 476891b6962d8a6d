import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Coins, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AdminUser } from '#contract/users.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { mayOpenPanel } from '#domain/permissions.ts';
import { formatPoints } from '#domain/points.ts';
import { counted } from '#domain/text.ts';
import { useFailure } from '../../api/failure.ts';
import { wholeLedgerQuery } from '../../api/queries/points.admin.ts';
import { lastOrdersQuery, spentQuery } from '../../api/queries/receipts.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { userEventsQuery } from '../../api/queries/users.admin.ts';
import { formatDate, formatDateTime } from '../../browser/dates.ts';
import { StatusBadge } from '../../shared/receipt-parts.tsx';
import { UnsavedForms } from '../../shared/unsaved-forms.tsx';
import { useVerification } from '../../shared/verification-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton, SkeletonText } from '../../ui/loading.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { Why, WhySum, WhyText } from '../../ui/why.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { openedBy, panelLinks, sectionAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { formatSigned } from '../points/ledger-rows.tsx';
import { formatLines } from '../receipts/receipt-rows.tsx';
import { MemberNotes } from './member-notes.tsx';
import { useUserUpdates } from './use-user-update.ts';
import { ResetLink, UserSessions } from './user-access.tsx';
import { UserPart } from './user-part.tsx';
import { UserPasskeys } from './user-passkeys.tsx';
import { UserRights } from './user-rights.tsx';
import { Telegram, UserBadges, useWaits } from './user-rows.tsx';
import { VerificationForm } from './verification-form.tsx';

interface UserDrawerProps {
  /** The user to show, or null. */
  user: AdminUser | null;
  onChanged: (user: AdminUser) => void;
  onClose: () => void;
}

/** One account: facts, orders, rights, password, sessions and history. */
export const UserDrawer = ({ user, onChanged, onClose }: UserDrawerProps) => {
  const shown = useLastShown(user);
  return (
    <div className="[--drawer-width:34rem]">
      <Drawer
        open={user !== null}
        onClose={onClose}
        parameter="open"
        title={shown?.username ?? 'User'}
        aside={shown && <State user={shown} />}
      >
        {shown && (
          <UnsavedForms key={shown.id} isHere={(to) => openedBy(to) === shown.id}>
            <Account user={shown} onChanged={onChanged} />
          </UnsavedForms>
        )}
      </Drawer>
    </div>
  );
};

const Account = ({ user, onChanged }: { user: AdminUser; onChanged: (user: AdminUser) => void }) => {
  const mayWrite = useMay('members.write');
  const mayReadOrders = useMay('orders.read');
  const { membersNeedApproval } = useShop();
  const form = { user, updates: useUserUpdates(user, onChanged) };
  // It keeps its place while the drawer is open.
  const [waits] = useState(useWaits(user));
  return (
    <div className="flex flex-col gap-7">
      {waits && membersNeedApproval && mayWrite && <VerificationForm {...form} />}
      <Facts user={user} mayWrite={mayWrite} />
      {mayReadOrders && user.receipts > 0 && <LastOrders user={user} />}
      {mayReadOrders && (
        <UserPart title="Notes">
          <MemberNotes userId={user.id} />
        </UserPart>
      )}
      {mayWrite && (
        <>
          <UserRights {...form} hasVerification={membersNeedApproval && !waits} />
          <UserPart title="Password">
            <ResetLink user={user} />
          </UserPart>
          <UserPart title="Passkeys">
            <UserPasskeys user={user} />
          </UserPart>
        </>
      )}
      <Sessions user={user} />
      <UserPart title="History">
        <UserHistory userId={user.id} />
      </UserPart>
    </div>
  );
};

const Sessions = ({ user }: { user: AdminUser }) => (
  <UserPart title="Sessions">
    <UserSessions user={user} />
  </UserPart>
);

/** The type of a member or the role in the panel, and the state, beside the name. */
const State = ({ user }: { user: AdminUser }) => (
  <span className="flex flex-wrap gap-1.5">
    {!mayOpenPanel(user.role) && <Badge>{user.memberType}</Badge>}
    {user.status === 'active' && <Badge tone="good">Active</Badge>}
    <UserBadges user={user} />
  </span>
);

const Facts = ({ user, mayWrite }: { user: AdminUser; mayWrite: boolean }) => {
  const verification = useVerification(user);
  const mayChangeSetting = useMay('settings.write');
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Email', user.email],
    ['Telegram', <Telegram key="telegram" user={user} />],
    [
      'Verification',
      verification.state === 'not-required' && mayChangeSetting ? (
        <Link key="verification" href={sectionAddress('members', 'MEMBERS_NEED_APPROVAL')} className="link">
          {verification.text}
        </Link>
      ) : (
        verification.text
      ),
    ],
    // Whoever may remove them has a part for them.
    ...(mayWrite
      ? []
      : [['Passkeys', user.passkeys === 0 ? 'No passkey' : counted(user.passkeys, 'passkey')] as const]),
    ['Joined', formatDateTime(user.createdAt)],
    ['Last seen', user.lastSeenAt === null ? 'Never' : formatDateTime(user.lastSeenAt)],
    ['Age confirmed', user.ageConfirmedAt === null ? 'No' : formatDateTime(user.ageConfirmedAt)],
    ...(user.invite ? [['Invite', describeInvite(user.invite)] as const] : []),
  ];
  const maySeePoints = useMay('points.write');
  const maySeeReceipts = useMay('orders.read');
  const links = [
    maySeePoints && {
      href: panelLinks.pointsOf(user.username),
      Icon: Coins,
      label: `${user.points.toLocaleString()} points`,
      why: <WhyPoints user={user} />,
    },
    maySeeReceipts && {
      href: panelLinks.receiptsOf(user.username),
      Icon: ReceiptText,
      label: counted(user.receipts, 'order'),
      why: null,
    },
  ].filter((link) => link !== false);
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {maySeeReceipts && <Spent userId={user.id} />}
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words text-text">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        {links.map(({ href, Icon, label, why }) => (
          <span key={href} className="flex items-center gap-1">
            <Link href={href} className={buttonClass({ size: 'sm' })}>
              <Icon aria-hidden className="size-4" />
              {label}
            </Link>
            {why}
          </span>
        ))}
      </div>
    </div>
  );
};

/** The sum that the member has paid for. Only the button says how many orders there are. */
const Spent = ({ userId }: { userId: string }) => {
  const { data, error } = useQuery(spentQuery(userId));
  const text = data
    ? data.orders === 0
      ? 'Nothing paid yet'
      : `${formatPrice(data.sales)} in paid orders, without shipping`
    : error && 'Failed to load';
  return (
    <div className="contents">
      <dt className="text-muted">Spent</dt>
      <dd className="min-w-0 break-words text-text">{text ?? <Skeleton className="my-1 h-3 w-48" />}</dd>
    </div>
  );
};

/** The newest orders, each a link to its receipt. */
const LastOrders = ({ user }: { user: AdminUser }) => {
  const answer = useQuery(lastOrdersQuery(user.id));
  const failure = useFailure(answer);
  const { data: receipts } = answer;
  return (
    <UserPart title="Last orders">
      {receipts ? (
        <ul aria-label="Last orders" className="divide-y divide-line border-y border-line">
          {receipts.map((receipt) => (
            <li key={receipt.id}>
              <Link
                href={panelLinks.receiptOfMember(receipt)}
                className="flex flex-col gap-0.5 py-2 text-sm hover:bg-raised"
              >
                <span className="flex items-center gap-3">
                  <span className="link w-14 shrink-0 font-semibold">#{receipt.number}</span>
                  <StatusBadge status={receipt.status} />
                  <time dateTime={receipt.createdAt} className="min-w-0 flex-1 truncate text-muted">
                    {formatDate(receipt.createdAt)}
                  </time>
                  <span className="font-semibold text-text">{formatPrice(receipt.total)}</span>
                </span>
                <span className="truncate text-muted">{formatLines(receipt)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : failure ? (
        <ListFailure {...failure} failed="Failed to load the orders" />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </UserPart>
  );
};

/** Explains the balance of a member by the ledger. */
const WhyPoints = ({ user }: { user: AdminUser }) => (
  <Why of={formatPoints(user.points)} explain={() => <PointsExplanation user={user} />} />
);

const PointsExplanation = ({ user }: { user: AdminUser }) => {
  const { data, error } = useInfiniteQuery(wholeLedgerQuery({ user: user.id }));
  const [page] = data?.pages ?? [];
  if (!page) return error ? <WhyText>Failed to load transactions</WhyText> : <SkeletonText lines={3} />;
  const { given, taken } = page.totals;
  const [newest] = page.transactions;
  return (
    <>
      <WhySum
        parts={[
          ['Issued', given.toLocaleString()],
          ['Spent or deducted', `−${taken.toLocaleString()}`],
        ]}
        result={['Balance', (given - taken).toLocaleString()]}
      />
      {newest ? (
        <WhyText quiet>
          Last {formatSigned(newest.points)}, {formatDateTime(newest.createdAt)}
          {newest.by && ` by ${newest.by}`}: {newest.reason}
        </WhyText>
      ) : (
        <WhyText quiet>No points were ever issued.</WhyText>
      )}
    </>
  );
};

/** "Invited with “Spring friends” by boss". */
const describeInvite = ({ label, madeBy }: NonNullable<AdminUser['invite']>): string =>
  label === '' ? `Invited by ${madeBy}` : `Invited with “${label}” by ${madeBy}`;

/** The history of an account, newest first (behavior 3.7). */
const UserHistory = ({ userId }: { userId: string }) => {
  const answer = useInfiniteQuery(userEventsQuery(userId));
  const { data } = answer;
  const failure = useFailure(answer);
  if (!data) {
    return failure ? <ListFailure {...failure} failed="Failed to load the history" /> : <SkeletonText lines={3} />;
  }
  const events = data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <p className="text-sm text-muted">No activity yet.</p>;
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-2 text-sm">
        {events.map((event) => (
          <li key={event.id} className="border-l-2 border-line pl-3">
            <p className="break-words text-text">
              {event.what} <span className="text-muted">by {event.by}</span>
            </p>
            <p className="text-muted">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            </p>
          </li>
        ))}
      </ol>
      <LoadMore pages={answer} size="sm" />
    </div>
  );
};
