import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { USERS_FAILED, type UserSort, type UserStatusFilter, usersQuery } from '../../api/queries/users.admin.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { InvitesButton } from '../invites/invites-drawer.tsx';
import { AdminListTab } from '../lists/admin-list-tab.tsx';
import { readSort, SortSelect, writeSort } from '../lists/list-sort.tsx';
import { useFailureToast } from '../lists/paged-list.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { useMay } from '../panel-role.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UserCards, UserTable } from './user-rows.tsx';
import { USER_SORT } from './user-sort.ts';

const ALL_USERS = 'all';
/** The members who wait to be verified. Not a status for the shop, but one choice of the same list. */
const TO_VERIFY = 'verify';
const STATUSES: readonly { value: UserStatusFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'unverified', label: 'Unverified' },
  { value: 'expiring', label: 'Verification ends within 30 days' },
  { value: 'admin', label: 'Admins' },
];
const CHOICES: readonly { value: string; label: string }[] = [
  { value: ALL_USERS, label: 'All users' },
  { value: TO_VERIFY, label: 'Members to verify' },
  ...STATUSES,
];
const OF_APPROVAL: readonly string[] = [TO_VERIFY, 'unverified'];

/** The "Users" tab: all accounts, and what an admin can change about one (behavior 3.7). */
export default function UsersTab() {
  const mayExport = useMay('members.export');
  const [values, change] = useAddressValues(['q', 'status', 'verify', 'sort', 'open', 'invites']);
  const status = STATUSES.find(({ value }) => value === values.status)?.value;
  const sort = readSort(USER_SORT, values.sort);
  const filter = useMemo(
    () => ({
      q: values.q,
      ...(status && { status }),
      ...(values.verify === 'true' && { verify: 'true' as const }),
    }),
    [values.q, values.verify, status],
  );
  const { membersNeedApproval } = useShop();
  const choice = filter.verify ? TO_VERIFY : (status ?? ALL_USERS);
  // Nobody waits to be verified while members need no approval. An address may still name the choice.
  const isOffered = (value: string) => membersNeedApproval || !OF_APPROVAL.includes(value) || value === choice;
  const query = useInfiniteQuery(usersQuery({ ...filter, sort }));
  useFailureToast(query.error, USERS_FAILED);
  const users = useMemo(() => query.data?.pages.flatMap((page) => page.users) ?? [], [query.data]);

  // The opened user stays open after a change that removes it from the list, such as a suspension.
  const [opened, setOpened] = useState<AdminUser | null>(null);
  const listed = users.find(({ id }) => id === values.open);
  if (listed && listed !== opened) setOpened(listed);
  const shown = opened?.id === values.open ? opened : null;

  const setSort = (wanted: UserSort) => change({ sort: writeSort(USER_SORT, wanted) });
  const open = (user: AdminUser) => {
    setOpened(user);
    change({ open: user.id });
  };
  return (
    <>
      <AdminListTab
        noun="users"
        query={query}
        count={users.length}
        total={query.data?.pages[0]?.total}
        failed={USERS_FAILED}
        filter={filter}
        onFilter={change}
        searchPlaceholder="Name, email, Telegram or member type"
        wide="(min-width: 64rem)"
        table={<UserTable users={users} openId={values.open} onOpen={open} sort={sort} onSort={setSort} />}
        cards={<UserCards users={users} onOpen={open} />}
        cardClassName="h-26.5"
        done={filter.verify && !filter.q && !status ? 'Nobody waits to be verified' : undefined}
        empty={<EmptyState icon={<UsersRound />} title="No users yet" text="New members will appear here." />}
        exported={mayExport ? { kind: 'users', query: { ...filter, sort } } : undefined}
        actions={
          <InvitesButton
            isOpen={values.invites === 'open'}
            setOpen={(isOpen) => change({ invites: isOpen ? 'open' : '' })}
          />
        }
        controls={
          <>
            <Select
              label="Status"
              hideLabel
              value={choice}
              onChange={({ target: { value } }) =>
                change(
                  value === TO_VERIFY
                    ? { status: '', verify: 'true' }
                    : { status: value === ALL_USERS ? '' : value, verify: '' },
                )
              }
              options={CHOICES.filter(({ value }) => isOffered(value))}
              className="max-sm:min-w-36 max-sm:flex-1"
            />
            <SortSelect
              orders={USER_SORT}
              sort={sort}
              onSort={setSort}
              className="sm:w-48 max-sm:min-w-36 max-sm:flex-1"
            />
          </>
        }
      />
      <UserDrawer user={shown} onChanged={setOpened} onClose={() => change({ open: '' })} />
    </>
  );
}
