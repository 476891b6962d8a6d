import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { downloadUsers, USERS_FAILED, type UserStatusFilter, usersQuery } from '../../api/queries/users.admin.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { CsvButton } from '../lists/csv-button.tsx';
import { NothingFound } from '../lists/nothing-found.tsx';
import { PagedList } from '../lists/paged-list.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberCards, MemberTable } from './member-rows.tsx';
import { FIRST_SORT, USER_SORTS } from './user-sort.ts';

const WIDE = '(min-width: 64rem)';
const EVERYBODY = 'all';
const STATUSES: readonly { value: UserStatusFilter; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'unverified', label: 'Unverified' },
  { value: 'admin', label: 'Admins' },
];

/** Everybody who holds an account, and what an admin does about one (decisions §3). */
export default function MembersTab() {
  const [values, change] = useAddressValues(['q', 'status', 'sort', 'open']);
  const status = STATUSES.find(({ value }) => value === values.status)?.value;
  const sort = USER_SORTS.find(({ value }) => value === values.sort)?.value ?? FIRST_SORT;
  const filter = useMemo(() => ({ q: values.q, sort, ...(status && { status }) }), [values.q, sort, status]);
  const answer = useInfiniteQuery(usersQuery(filter));
  const users = useMemo(() => answer.data?.pages.flatMap((page) => page.users) ?? [], [answer.data]);
  const isWide = useMedia(WIDE);

  // Suspending somebody takes them out of a list of the active: what was opened stays open until it is closed.
  const [opened, setOpened] = useState<AdminUser | null>(null);
  const listed = users.find(({ id }) => id === values.open);
  if (listed && listed !== opened) setOpened(listed);
  const open = opened?.id === values.open ? opened : null;

  const first = answer.data?.pages[0];
  const isNarrowed = values.q !== '' || status !== undefined;
  const setSort = (wanted: string) => change({ sort: wanted === FIRST_SORT ? '' : wanted });
  const show = (user: AdminUser) => {
    setOpened(user);
    change({ open: user.id }, 'push');
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search users"
          placeholder="Name, email, Telegram or member type"
          value={values.q}
          onSearch={(q) => change({ q })}
          className="min-w-0 basis-full sm:grow sm:basis-72 lg:max-w-md"
        />
        <Select
          label="Status"
          hideLabel
          value={status ?? EVERYBODY}
          onChange={({ target }) => change({ status: target.value === EVERYBODY ? '' : target.value })}
          options={[{ value: EVERYBODY, label: 'All users' }, ...STATUSES]}
          className="sm:w-36 max-sm:min-w-36 max-sm:flex-1"
        />
        <Select
          label="Sort"
          hideLabel
          value={sort}
          onChange={({ target }) => setSort(target.value)}
          options={USER_SORTS}
          className="sm:w-40 max-sm:min-w-36 max-sm:flex-1"
        />
        <div className="sm:ml-auto">
          <CsvButton name="users" fetchFile={() => downloadUsers(filter)} />
        </div>
      </div>
      <PagedList
        answer={answer}
        count={users.length}
        total={first?.total}
        noun="users"
        failed={USERS_FAILED}
        rowClassName={isWide ? 'h-11' : 'h-24'}
        empty={
          isNarrowed ? (
            <NothingFound noun="users" onClear={() => change({ q: '', status: '' })} />
          ) : (
            <EmptyState icon={<UsersRound />} title="No users yet" text="Whoever registers appears here." />
          )
        }
      >
        {isWide ? (
          <MemberTable users={users} openId={values.open} onOpen={show} sort={sort} onSort={setSort} />
        ) : (
          <MemberCards users={users} onOpen={show} />
        )}
      </PagedList>
      <MemberDrawer user={open} onChanged={setOpened} onClose={() => change({ open: '' })} />
    </div>
  );
}
