import { useInfiniteQuery } from '@tanstack/react-query';
import { BellRing, ReceiptText, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { downloadReceipts, orderBookQuery, RECEIPTS_FAILED } from '../../api/queries/receipts.admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { CsvButton } from '../lists/csv-button.tsx';
import { NothingFound } from '../lists/nothing-found.tsx';
import { PagedList } from '../lists/paged-list.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { NoticesDrawer } from './notices-drawer.tsx';
import { ReceiptDrawer } from './receipt-drawer.tsx';
import { ReceiptCards, ReceiptTable } from './receipt-rows.tsx';
import { StateFilter } from './state-filter.tsx';
import { useArrivals } from './use-arrivals.ts';

/** Room for the table; below, cards. */
const WIDE = '(min-width: 64rem)';

/** The order book: every order, found, looked at and taken on to its end (decisions §6). */
export default function ReceiptsTab() {
  const [values, change] = useAddressValues(['q', 'status', 'user', 'open']);
  const status = RECEIPT_STATUSES.find((known) => known === values.status) ?? '';
  const filter = useMemo(
    () => ({ q: values.q, user: values.user, ...(status !== '' && { status }) }),
    [values.q, values.user, status],
  );
  const answer = useInfiniteQuery(orderBookQuery(filter));
  const receipts = useMemo(() => answer.data?.pages.flatMap((page) => page.receipts), [answer.data]);
  const arrived = useArrivals(answer.isPlaceholderData ? undefined : receipts, filter);
  const [showNotices, setShowNotices] = useState(false);
  const isWide = useMedia(WIDE);

  const first = answer.data?.pages[0];
  const isNarrowed = values.q !== '' || values.user !== '' || status !== '';
  const open = (id: string) => change({ open: id }, 'push');
  return (
    <div className="flex flex-col gap-3">
      <StateFilter value={status} onChange={(chosen) => change({ status: chosen })} counts={first?.counts} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search receipts"
          placeholder="Number, member or product"
          value={values.q}
          onSearch={(q) => change({ q })}
          className="min-w-0 basis-full sm:basis-80 sm:grow lg:max-w-md"
        />
        {values.user !== '' && (
          <Button onClick={() => change({ user: '' })} aria-label={`Only ${values.user}: show all members`}>
            <span className="max-w-40 truncate">Only {values.user}</span>
            <X aria-hidden className="size-4" />
          </Button>
        )}
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Button onClick={() => setShowNotices(true)}>
            <BellRing aria-hidden className="size-4.5" />
            Notices
          </Button>
          <CsvButton name="receipts" fetchFile={() => downloadReceipts(filter)} />
        </div>
      </div>
      <PagedList
        answer={answer}
        count={receipts?.length ?? 0}
        total={first?.total}
        noun="receipts"
        failed={RECEIPTS_FAILED}
        rowClassName={isWide ? 'h-11' : 'h-32'}
        empty={
          isNarrowed ? (
            <NothingFound noun="receipts" onClear={() => change({ q: '', status: '', user: '' })} />
          ) : (
            <EmptyState
              icon={<ReceiptText />}
              title="No receipts yet"
              text="An order appears here the moment a member confirms it."
            />
          )
        }
      >
        {isWide ? (
          <ReceiptTable receipts={receipts ?? []} arrived={arrived} openId={values.open} onOpen={open} />
        ) : (
          <ReceiptCards receipts={receipts ?? []} arrived={arrived} onOpen={open} />
        )}
      </PagedList>
      <ReceiptDrawer
        id={values.open || null}
        seen={receipts?.find(({ id }) => id === values.open)}
        onClose={() => change({ open: '' })}
      />
      <NoticesDrawer open={showNotices} onClose={() => setShowNotices(false)} />
    </div>
  );
}
