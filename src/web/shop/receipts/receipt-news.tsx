import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PackageCheck, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { isOpen, receiptNewsQuery, receiptQuery, receiptsKey } from '../../api/queries/receipts.ts';
import { paths } from '../../browser/paths.ts';
import { announce } from '../../ui/announcer.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { type News, takeNews } from './news.ts';

/** Somebody who was away for longer may miss a toast that shows for five seconds, and gets a note. */
const AWAY_MS = 120_000;

/**
 * Tells the member once that the state of an order changed: as a toast if the shop is open, otherwise as a note at the
 * next visit (behavior 7.14). The page of the order itself needs neither.
 */
export default function ReceiptNews() {
  const member = useMember();
  const queryClient = useQueryClient();
  const [path, navigate] = useLocation();
  const { data } = useQuery(receiptNewsQuery);
  const [notes, setNotes] = useState<readonly News[]>([]);
  const lookedAt = useRef<number | null>(null);
  useRefreshWithStock(data?.receipts);

  useEffect(() => {
    if (!data) return;
    const now = Date.now();
    const isVisit = lookedAt.current === null || now - lookedAt.current > AWAY_MS;
    lookedAt.current = now;
    const news = takeNews(data.receipts, member, now);
    for (const { id } of news) void queryClient.invalidateQueries({ queryKey: receiptQuery(id).queryKey });
    if (isVisit) setNotes((before) => [...before, ...news]);
    else showToast(news, navigate);
  }, [data, member, navigate, queryClient]);

  const shown = notes.filter(({ id }) => path !== paths.receipt(id));
  const spoken = shown.map(({ title }) => title).join(', ');
  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);
  // After the order's page, the next page needs no note about it.
  if (shown.length < notes.length) setNotes(shown);
  return shown.length > 0 && <NewsNote news={shown} onDismiss={() => setNotes([])} />;
}

/**
 * Fetches the receipts again when the stock of a product in an open one changes: an order that is canceled or expires
 * gives stock back. The event stream of the catalogue brings that at once.
 */
const useRefreshWithStock = (receipts: readonly Receipt[] | undefined): void => {
  const queryClient = useQueryClient();
  const products = useCatalogue().data?.products;
  const stock = useMemo(() => {
    const ids = new Set(receipts?.filter(isOpen).flatMap(({ lines }) => lines.map(({ productId }) => productId)));
    if (!products || ids.size === 0) return null;
    return products.flatMap(({ id, quantity }) => (ids.has(id) ? `${id}: ${quantity}` : [])).join();
  }, [products, receipts]);
  const before = useRef(stock);
  useEffect(() => {
    if (before.current !== null && stock !== null && before.current !== stock) {
      void queryClient.invalidateQueries({ queryKey: receiptsKey });
    }
    before.current = stock;
  }, [stock, queryClient]);
};

const showToast = (news: readonly News[], navigate: (path: string) => void): void => {
  const [only] = news;
  if (!only) return;
  const isOne = news.length === 1;
  const target = isOne ? paths.receipt(only.id) : paths.receipts;
  toast({
    title: isOne ? only.title : `News about ${news.length} of your orders`,
    description: isOne ? only.text : undefined,
    ...(location.pathname !== target && { action: { label: 'View', onSelect: () => navigate(target) } }),
  });
};

const NewsNote = ({ news, onDismiss }: { news: readonly News[]; onDismiss: () => void }) => (
  <aside
    aria-label="News about your orders"
    className="rise fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 flex items-start gap-3 rounded-card border border-edge bg-raised py-2 pr-2 pl-4 text-text shadow-float sm:right-6 sm:bottom-6 sm:left-auto sm:w-96 print:hidden"
  >
    <PackageCheck aria-hidden className="mt-2.5 size-5 shrink-0 text-accent-text" />
    <ul className="flex max-h-40 min-w-0 flex-1 flex-col gap-1 overflow-y-auto py-2">
      {news.map(({ id, title, text }) => (
        <li key={id}>
          <p className="font-semibold">
            {title}{' '}
            <Link href={paths.receipt(id)} className="link ml-1 font-medium" aria-label={`View: ${title}`}>
              View
            </Link>
          </p>
          {text && <p className="text-sm text-muted">{text}</p>}
        </li>
      ))}
    </ul>
    <IconButton label="Dismiss" size="sm" onClick={onDismiss}>
      <X aria-hidden />
    </IconButton>
  </aside>
);
