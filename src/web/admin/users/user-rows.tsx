import { BadgeCheck } from 'lucide-react';
import type { AdminUser } from '#contract/users.admin.ts';
import { memberChatLink } from '#domain/chat-link.ts';
import { DEFAULT_MEMBER_TYPE } from '#domain/constants.ts';
import { formatPrice } from '#domain/money.ts';
import { mayOpenPanel } from '#domain/permissions.ts';
import { counted } from '#domain/text.ts';
import type { UserSort } from '../../api/queries/users.admin.ts';
import { formatDate, formatDateTime } from '../../browser/dates.ts';
import { useVerification } from '../../shared/verification-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { columnSort } from '../lists/list-sort.tsx';
import { ROLE_LABELS, useMay } from '../panel-role.ts';
import { useVerify } from './use-user-update.ts';
import { USER_SORT } from './user-sort.ts';

/** Badges for what is unusual about an account. */
export const UserBadges = ({ user }: { user: AdminUser }) => (
  <>
    {mayOpenPanel(user.role) && <Badge tone="accent">{ROLE_LABELS[user.role].name}</Badge>}
    {user.status === 'suspended' && <Badge tone="danger">Suspended</Badge>}
    <VerificationBadge user={user} />
  </>
);

/** A verification that is missing or has an end. One that stays is the rule. */
const VerificationBadge = ({ user }: { user: AdminUser }) => {
  const { state, text } = useVerification(user);
  if (state === 'endless' || state === 'not-required') return null;
  if (state === 'unverified') return <Badge tone="warning">Unverified</Badge>;
  return <Badge tone={state === 'ended' ? 'warning' : 'plain'}>{text}</Badge>;
};

/** Returns whether a member waits for a verification, the first one or again. */
export const useWaits = (user: AdminUser): boolean => {
  const { state } = useVerification(user);
  return user.role === 'member' && user.status === 'active' && (state === 'unverified' || state === 'ended');
};

/** Verifies a member who waits for it. A last day is set in the drawer. */
const Verify = ({ user }: { user: AdminUser }) => {
  const mayVerify = useMay('members.write');
  const waits = useWaits(user);
  const { verify, isVerifying } = useVerify(user);
  if (!waits || !mayVerify) return null;
  return (
    <Button size="sm" busy={isVerifying} onClick={verify} aria-label={`Verify ${user.username}`}>
      {!isVerifying && <BadgeCheck aria-hidden className="size-4" />}
      Verify
    </Button>
  );
};

/** The Telegram name of a user as a link to the chat, or as it was typed if it is no name. */
export const Telegram = ({ user: { signalUsername } }: { user: Pick<AdminUser, 'signalUsername'> }) => {
  const link = memberChatLink(signalUsername);
  if (link === null) return <span className="block truncate text-muted">{signalUsername.trim() || '–'}</span>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-block max-w-full truncate align-bottom"
    >
      @{link.slice(link.lastIndexOf('/') + 1)}
    </a>
  );
};

/** The member type; null for users of the panel who have no other than everybody begins with. */
const typeOf = ({ role, memberType }: AdminUser): string | null =>
  mayOpenPanel(role) && memberType === DEFAULT_MEMBER_TYPE ? null : memberType;

interface UserRowsProps {
  users: readonly AdminUser[];
  openId: string;
  onOpen: (user: AdminUser) => void;
  sort: UserSort;
  onSort: (sort: UserSort) => void;
}

/** The sum spent by a user, or a dash for a role that does not read receipts. */
const formatSpent = ({ spent }: AdminUser): string => (spent === null ? '–' : formatPrice(spent));

const formatLastOrder = ({ lastOrderAt }: AdminUser): string => (lastOrderAt === null ? '–' : formatDate(lastOrderAt));

/** The users on a wide screen. Every column sorts but the Telegram name. */
export const UserTable = ({ users, openId, onOpen, sort, onSort }: UserRowsProps) => {
  const sorting = columnSort(USER_SORT, sort, onSort);
  const hasTelegram = users.some(({ signalUsername }) => signalUsername.trim() !== '');
  return (
    <TableFrame label="Users">
      <Table>
        <TableHead>
          <tr>
            <HeadCell sticky {...sorting('username')}>
              Username
            </HeadCell>
            <HeadCell {...sorting('memberType')}>Type</HeadCell>
            <HeadCell {...sorting('email')}>Email</HeadCell>
            {hasTelegram && <HeadCell>Telegram</HeadCell>}
            <HeadCell align="end" {...sorting('receipts')}>
              Orders
            </HeadCell>
            <HeadCell align="end" title="Paid orders, without shipping" {...sorting('spent')}>
              Spent
            </HeadCell>
            <HeadCell {...sorting('lastOrderAt')}>Last order</HeadCell>
            <HeadCell align="end" {...sorting('points')}>
              Points
            </HeadCell>
            <HeadCell {...sorting('lastSeenAt')}>Last seen</HeadCell>
            <HeadCell {...sorting('createdAt')}>Joined</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} selected={user.id === openId} onOpen={() => onOpen(user)}>
              <Cell sticky className="max-w-96">
                <span className="flex items-center gap-2">
                  <button
                    type="button"
                    onClick={() => onOpen(user)}
                    className="link block min-h-9 min-w-0 truncate font-semibold pointer-coarse:min-h-11"
                  >
                    {user.username}
                  </button>
                  <UserBadges user={user} />
                  <Verify user={user} />
                </span>
              </Cell>
              <Cell className="max-w-40 truncate">{typeOf(user) ?? <span className="text-muted">–</span>}</Cell>
              <Cell className="max-w-64 truncate text-muted">{user.email}</Cell>
              {hasTelegram && (
                <Cell className="max-w-40">
                  <Telegram user={user} />
                </Cell>
              )}
              <Cell align="end">{user.receipts.toLocaleString()}</Cell>
              <Cell align="end" className="font-semibold">
                {formatSpent(user)}
              </Cell>
              <Cell className="whitespace-nowrap text-muted">{formatLastOrder(user)}</Cell>
              <Cell align="end">{user.points.toLocaleString()}</Cell>
              <Cell className="whitespace-nowrap text-muted">
                {user.lastSeenAt === null ? (
                  'Never'
                ) : (
                  <time dateTime={user.lastSeenAt} title={formatDateTime(user.lastSeenAt)}>
                    {formatDate(user.lastSeenAt)}
                  </time>
                )}
              </Cell>
              <Cell className="whitespace-nowrap text-muted">
                <time dateTime={user.createdAt} title={formatDateTime(user.createdAt)}>
                  {formatDate(user.createdAt)}
                </time>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
};

/** The users on a narrow screen. */
export const UserCards = ({ users, onOpen }: Pick<UserRowsProps, 'users' | 'onOpen'>) => (
  <ul aria-label="Users" className="flex flex-col gap-2">
    {users.map((user) => (
      <li key={user.id} className="rounded-card border border-line bg-surface hover:border-edge">
        <button
          type="button"
          onClick={() => onOpen(user)}
          className="flex w-full flex-col gap-1 rounded-card p-4 text-left"
        >
          <span className="flex w-full flex-wrap items-center gap-2">
            <span className="min-w-0 truncate font-semibold text-text">{user.username}</span>
            <UserBadges user={user} />
            {typeOf(user) && <Badge className="ml-auto">{typeOf(user)}</Badge>}
          </span>
          <span className="w-full truncate text-sm text-muted">{user.email}</span>
          <span className="text-sm text-muted">
            {user.points.toLocaleString()} points · {counted(user.receipts, 'order')}
            {user.receipts > 0 && ` · ${formatSpent(user)} · `}
            {user.receipts > 0 && <span className="whitespace-nowrap">last {formatLastOrder(user)}</span>}
          </span>
        </button>
        <div className="-mt-3 flex justify-end px-4 pb-3 empty:hidden">
          <Verify user={user} />
        </div>
      </li>
    ))}
  </ul>
);
