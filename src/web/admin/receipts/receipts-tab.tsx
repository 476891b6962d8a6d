import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type AdminReceipt, MOST_RECEIPTS, type ReceiptSort } from '#contract/receipts.admin.ts';
import { alikeIn } from '#domain/alike-orders.ts';
import { lineName } from '#domain/line-name.ts';
import { formatPrice } from '#domain/money.ts';
import { COINS } from '#domain/quotes.ts';
import { RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { paymentGap } from '#domain/unrecorded-payment.ts';
import { allReceiptsQuery, downloadPayments, RECEIPTS_FAILED } from '../../api/queries/receipts.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { navigate } from '../../browser/layer-history.ts';
import { RECEIPT_STATUS_LABELS } from '../../shared/receipt-parts.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScrollRow } from '../../ui/scroll-row.tsx';
import { AdminListTab } from '../lists/admin-list-tab.tsx';
import { CsvButton } from '../lists/csv-button.tsx';
import { readSort, SortSelect, writeSort } from '../lists/list-sort.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { useRowSelection } from '../lists/use-row-selection.ts';
import { panelLinks } from '../panel-links.ts';
import { BatchFilter } from './batch-filter.tsx';
import { BulkReceipts } from './bulk/bulk-receipts.tsx';
import { PackingDialog } from './packing/packing-dialog.tsx';
import { ReceiptDrawer } from './receipt-drawer.tsx';
import { FilterButton, FilterChips } from './receipt-filters.tsx';
import { ReceiptCards, ReceiptTable } from './receipt-rows.tsx';
import { RECEIPT_PARAMETERS, RECEIPT_SORT, type ReceiptsFilter, readFilter } from './receipts-view.ts';
import { useStayingRows } from './staying-rows.ts';

/** The "Receipts" tab: all orders, found by search and state, and moved to their next state (behavior 7.3). */
export default function ReceiptsTab() {
  const [values, change] = useAddressValues(RECEIPT_PARAMETERS);
  const filter = useMemo(() => readFilter(values), [values]);
  const sort = readSort(RECEIPT_SORT, values.sort);
  const sorted = useMemo(() => ({ ...filter, sort }), [filter, sort]);
  const query = useInfiniteQuery(allReceiptsQuery(sorted));
  const receipts = useMemo(() => query.data?.pages.flatMap((page) => page.receipts) ?? [], [query.data]);
  // In another order, rows with higher numbers follow when more are loaded.
  const isSettled = query.data !== undefined && !query.isPlaceholderData && sort === 'newest';
  const newNumbers = useNewReceipts(isSettled ? receipts : undefined, sorted);
  const { btcAddress, ltcAddress } = useShop();
  const alike = useMemo(() => {
    const shared = { BTC: btcAddress, LTC: ltcAddress };
    return alikeIn(
      receipts,
      COINS.filter((coin) => shared[coin] !== null),
    );
  }, [receipts, btcAddress, ltcAddress]);
  const missing = useMemo(
    () => new Map(query.data?.pages.flatMap((page) => page.short.map(({ id, missing: pieces }) => [id, pieces]))),
    [query.data],
  );
  const staying = useStayingRows(receipts, sorted);
  const selection = useRowSelection(receipts);
  useSelectAll(values.select === 'all' && query.data !== undefined && !query.isPlaceholderData, query, () => {
    selection.selectAll(true);
    // A part of their money is missing: somebody decides first.
    for (const receipt of receipts)
      if (paymentGap(receipt)?.kind === 'missing') selection.select(receipt.id, false, false);
    change({ select: '' });
  });
  const [printed, setPrinted] = useState<readonly AdminReceipt[] | null>(null);

  const first = query.data?.pages[0];
  const { status } = filter;
  const open = (id: string) => change({ open: id, via: '' });
  const close = () => {
    const { userId, username } = receipts.find(({ id }) => id === values.open) ?? {};
    if (values.via !== 'member' || userId === undefined || username === undefined) return change({ open: '', via: '' });
    navigate(panelLinks.user({ userId, username }), { replace: true });
  };
  const setSort = (wanted: ReceiptSort) => change({ sort: writeSort(RECEIPT_SORT, wanted) });
  const toRefund = filter.payment !== undefined && PAYMENT_WORK[filter.payment] === 'refund';
  const rows = { receipts: staying.rows, staying, newNumbers, onOpen: open, selection, alike, missing, toRefund };
  const inList = (list: ReactNode) => (
    <div onPointerLeave={({ pointerType }) => pointerType === 'mouse' && staying.release()}>{list}</div>
  );
  return (
    <>
      <AdminListTab
        noun="receipts"
        query={query}
        count={staying.rows.length}
        total={first && first.total + staying.rows.length - receipts.length}
        failed={RECEIPTS_FAILED}
        filter={filter}
        onFilter={change}
        searchPlaceholder="Number, member, product, address, transaction"
        wide="(min-width: 64rem)"
        table={inList(<ReceiptTable {...rows} openId={values.open} sort={sort} onSort={setSort} />)}
        cards={inList(<ReceiptCards {...rows} />)}
        cardClassName="h-39"
        empty={
          <EmptyState
            icon={<ReceiptText />}
            title="No receipts yet"
            text="Orders appear here as soon as members confirm them."
          />
        }
        done={doneText(filter)}
        beside={<FilterButton filter={filter} onChange={change} />}
        order={
          <SortSelect
            orders={RECEIPT_SORT}
            sort={sort}
            onSort={setSort}
            className="max-sm:min-w-36 sm:w-52 sm:shrink-0"
          />
        }
        controls={
          <>
            <FilterChips filter={filter} onChange={change} nameOf={(id) => nameOfItem(receipts, id)} />
            {values.batch && <BatchFilter value={values.batch} onChange={(batch) => change({ batch })} />}
            {filter.short && (
              <Button onClick={() => change({ short: '' })} aria-label="Only short of stock: show all receipts">
                Only short of stock
                <X aria-hidden className="size-4" />
              </Button>
            )}
            {first && first.sales !== null && !filter.item && (
              <p className="text-sm text-muted">
                {counted(first.total, 'order')}, {formatPrice(first.sales)} without shipping
              </p>
            )}
          </>
        }
        exported={{ kind: 'receipts', query: sorted }}
        actions={
          // A phone has it on Overview.
          <div className="max-sm:hidden">
            <CsvButton
              noun="payments"
              label="Export payments"
              download={() => downloadPayments({ from: filter.from, to: filter.to })}
            />
          </div>
        }
      >
        <StateFilter
          value={filter.paymentSent ? 'payment_sent' : (status ?? '')}
          onChange={(chosen) =>
            change(
              chosen === 'payment_sent' ? { status: '', paymentSent: 'true' } : { status: chosen, paymentSent: '' },
            )
          }
          counts={first && { ...first.counts, payment_sent: first.paymentSent }}
        />
      </AdminListTab>
      {/* The last rows can be scrolled above the bar. */}
      {selection.selected.length > 0 && <div className="h-56 sm:h-20" />}
      <BulkReceipts
        receipts={selection.selected}
        missing={missing}
        onClear={() => selection.selectAll(false)}
        onPrint={setPrinted}
        onOpen={open}
      />
      <ReceiptDrawer
        id={values.open || null}
        listed={receipts.find(({ id }) => id === values.open)}
        atPayments={filter.payment ? PAYMENT_WORK[filter.payment] : null}
        onPrint={(receipt) => setPrinted([receipt])}
        onClose={close}
      />
      <PackingDialog receipts={printed} onClose={() => setPrinted(null)} />
    </>
  );
}

interface Pages {
  data: { pages: readonly { receipts: readonly unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Selects the whole list once it is loaded, as the link "Ship 3" asks for: as many as take one step together. */
const useSelectAll = (isWanted: boolean, pages: Pages, select: () => void): void => {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const count = data?.pages.reduce((sum, { receipts }) => sum + receipts.length, 0) ?? 0;
  const isWhole = !hasNextPage || isFetchNextPageError || count >= MOST_RECEIPTS;
  useEffect(() => {
    if (!isWanted || isFetching) return;
    if (isWhole) select();
    else void fetchNextPage();
  });
};

/** What a receipt with such a payment is opened for. */
const PAYMENT_WORK = { lost: 'look', part: 'look', over: 'refund', late: 'refund', unrecorded: 'look' } as const;

/** Links of Overview lead to these filters. One that is empty is done with, and no search that found nothing. */
const doneText = ({ q, ...filter }: ReceiptsFilter): string | undefined => {
  const [only, more] = Object.entries(filter).filter(([, value]) => value);
  if (q || !only || more) return undefined;
  const [name, value] = only;
  if (value === 'unrecorded') return 'All payments are recorded';
  if (name === 'paymentSent' || name === 'payment') return 'No payment to check';
  if (name !== 'status') return undefined;
  return value === 'paid'
    ? 'Nothing left to ship'
    : value === 'awaiting_payment'
      ? 'No order awaits payment'
      : undefined;
};

/** The name of an item in these receipts. */
const nameOfItem = (receipts: readonly AdminReceipt[], id: string): string => {
  const lines = receipts.flatMap((receipt) => receipt.lines);
  const line = lines.find(({ productId }) => String(productId) === id);
  return line ? lineName(line) : `Item ${id}`;
};

/** A state, or the receipts whose members say that they are paid. */
type Choice = ReceiptStatus | 'payment_sent';

interface StateFilterProps {
  value: Choice | '';
  onChange: (chosen: Choice | '') => void;
  /** How many receipts there are of each; undefined until they are loaded. */
  counts: Record<Choice, number> | undefined;
}

/** Shows all orders or those in one state, with their numbers. "Says paid" is offered if there are any. */
const StateFilter = ({ value, onChange, counts }: StateFilterProps) => {
  const all = counts && RECEIPT_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const saysPaid = counts !== undefined && (counts.payment_sent > 0 || value === 'payment_sent');
  const choices = [
    { status: '' as const, name: 'All', count: all },
    ...RECEIPT_STATUSES.flatMap((status) => [
      { status, name: RECEIPT_STATUS_LABELS[status], count: counts?.[status] },
      ...(status === 'awaiting_payment' && saysPaid
        ? [{ status: 'payment_sent' as const, name: 'Says paid', count: counts.payment_sent }]
        : []),
    ]),
  ];
  return (
    <ScrollRow role="group" aria-label="State" className="-mx-3 gap-1.5 px-3 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
      {choices.map(({ status, name, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
          className={cx(
            'flex h-9 shrink-0 items-center gap-2 rounded-full border border-edge px-3.5 text-sm text-muted hover:border-text hover:text-text pointer-coarse:h-11',
            'aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent-text',
          )}
        >
          {name}
          <span className="min-w-4 text-right font-semibold">{count?.toLocaleString() ?? '–'}</span>
        </button>
      ))}
    </ScrollRow>
  );
};

const NONE: ReadonlySet<number> = new Set();

/**
 * The numbers of receipts that arrived while the list was open. Each is announced once. Numbers only grow, so under an
 * unchanged filter every number above the highest one so far is new.
 */
const useNewReceipts = (receipts: readonly AdminReceipt[] | undefined, filter: object): ReadonlySet<number> => {
  const highest = useRef<{ of: object; number: number } | null>(null);
  const [newNumbers, setNewNumbers] = useState(NONE);
  useEffect(() => {
    if (!receipts) return;
    const seen = highest.current?.of === filter ? highest.current.number : null;
    highest.current = { of: filter, number: Math.max(seen ?? 0, ...receipts.map(({ number }) => number)) };
    if (seen === null) return;
    const fresh = receipts.filter(({ number }) => number > seen);
    const [latest] = fresh;
    if (!latest) return;
    setNewNumbers((before) => new Set([...before, ...fresh.map(({ number }) => number)]));
    announce(
      fresh.length === 1
        ? `New receipt #${latest.number} from ${latest.username}, ${formatPrice(latest.total)}.`
        : `${fresh.length} new receipts.`,
    );
  }, [receipts, filter]);
  return newNumbers;
};
