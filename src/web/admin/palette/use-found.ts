import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Package, ReceiptText, UserRound } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { listAllReceipts } from '#contract/receipts.admin.ts';
import type { AdminUser } from '#contract/users.admin.ts';
import { USERNAME_MAX_LENGTH } from '#domain/constants.ts';
import { formatPrice } from '#domain/money.ts';
import { ITEM_SEARCH, itemName } from '#domain/panel-item.ts';
import { namedReceipt } from '#domain/receipt-search.ts';
import { findBySearch } from '#domain/search-results.ts';
import { call } from '../../api/client.ts';
import { inventoryQuery } from '../../api/queries/inventory.ts';
import { membersLikeQuery } from '../../api/queries/users.admin.ts';
import { adminQueryDefaults } from '../../api/query-client.ts';
import { navigate } from '../../browser/layer-history.ts';
import { RECEIPT_STATUS_LABELS } from '../../shared/receipt-parts.tsx';
import { useDebounced } from '../lists/search-field.tsx';
import { panelLinks, tabAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import type { Entry } from './rank.ts';

/** Shorter texts find too much. */
const SHORTEST = 2;
const MOST_ROWS = 5;
const MOST_ITEMS = 8;

/** The receipts, members and items that a typed text finds (behavior 10.21). */
export const useFound = (typed: string) => {
  const text = typed.trim();
  const settled = useDebounced(text);
  const { number, totalCents, codes } = namedReceipt(settled);
  // A shorter code is more likely a username, whose receipts would come before the member.
  const isCode = codes !== null && settled.length > USERNAME_MAX_LENGTH;
  const maySeeReceipts = useMay('orders.read') && (number !== null || totalCents !== null || isCode);
  const maySeeMembers = useMay('members.read') && settled.length >= SHORTEST && !/^#?\d+$/.test(settled);
  const receipts = useQuery({
    queryKey: ['admin', 'receipts', 'found', settled],
    queryFn: ({ signal }) => call(listAllReceipts, { query: { q: settled, limit: MOST_ROWS }, signal }),
    enabled: maySeeReceipts,
    placeholderData: keepPreviousData,
    ...adminQueryDefaults,
  });
  const members = useQuery({
    ...membersLikeQuery(settled),
    enabled: maySeeMembers,
  });
  const items = useFoundItems(text);
  const failed = (maySeeReceipts && receipts.isError) || (maySeeMembers && members.isError);
  return {
    receipts: maySeeReceipts ? (receipts.data?.receipts ?? []).map(receiptEntry) : [],
    members: maySeeMembers ? (members.data ?? []).map(memberEntry) : [],
    items,
    isSearching: settled !== text || receipts.isFetching || members.isFetching,
    failed,
  };
};

/** The items of the panel's list, which is loaded once if it is not there yet. */
const useFoundItems = (text: string): Entry[] => {
  const isSought = useMay('inventory.read') && text.length >= SHORTEST;
  const { data: items } = useQuery({ ...inventoryQuery, enabled: isSought, staleTime: Number.POSITIVE_INFINITY });
  const sought = useDeferredValue(isSought ? text : '');
  return useMemo(() => {
    if (sought === '' || !items) return [];
    const { counted, more } = findBySearch(items, sought, ITEM_SEARCH, false);
    return [...counted.slice(0, MOST_ITEMS), ...more].slice(0, MOST_ITEMS).map(itemEntry);
  }, [items, sought]);
};

type FoundReceipt = Awaited<ReturnType<typeof call<typeof listAllReceipts>>>['receipts'][number];

const receiptEntry = ({ id, number, username, status, total }: FoundReceipt): Entry => ({
  id: `receipt-${id}`,
  label: `Receipt #${number}`,
  detail: `${username} · ${RECEIPT_STATUS_LABELS[status]} · ${formatPrice(total)}`,
  Icon: ReceiptText,
  run: () => navigate(`${panelLinks.receipt(number)}&open=${id}`),
});

const memberEntry = ({ id, username, memberType }: AdminUser): Entry => ({
  id: `member-${id}`,
  label: username,
  detail: memberType,
  Icon: UserRound,
  run: () => navigate(panelLinks.user({ userId: id, username })),
});

const itemEntry = (item: AdminItem): Entry => ({
  id: `item-${item.id}`,
  label: itemName(item),
  detail: [item.brand, `${item.quantity} in stock`].filter(Boolean).join(' · '),
  Icon: Package,
  run: () => navigate(`${tabAddress('inventory')}&${new URLSearchParams({ search: item.name })}`),
});
