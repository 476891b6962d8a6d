import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PackageCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { unpaidOrders } from '#domain/unpaid-orders.ts';
import { receiptNewsQuery } from '../../api/queries/receipts.ts';
import { followUserEvents } from '../../api/user-events.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { announce } from '../../ui/announcer.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { noteUnpaidOrders } from '../unpaid/unpaid-store.ts';
import { type News, takeNews } from './news.ts';

/** Somebody who was away for longer may miss a toast that shows for five seconds, and gets a note. */
const AWAY_MS = 120_000;

/**
 * Tells the member once that the state of an order changed: as a toast if the shop is open, otherwise as a note at the
 * next visit (behavior 7.14). The page of the order itself needs neither.
 */
export default function ReceiptNews() {
  const member = useMember();
  const [path, navigate] = useLocation();
  const isReady = useLiveReceipts();
  const { data } = useQuery({ ...receiptNewsQuery, enabled: isReady });
  const [notes, setNotes] = useState<readonly News[]>([]);
  const lookedAt = useRef<number | null>(null);

  useEffect(() => {
    if (!data) return;
    const now = shopNow();
    const isVisit = lookedAt.current === null || now - lookedAt.current > AWAY_MS;
    lookedAt.current = now;
    noteUnpaidOrders(member.id, unpaidOrders(data.receipts, now));
    const news = takeNews(data.receipts, member, now);
    if (isVisit) setNotes((before) => [...before, ...news]);
    else showToast(news, navigate);
  }, [data, member, navigate]);

  // The list marks what is new itself.
  const shown = notes.filter(({ id }) => path !== paths.receipt(id) && path !== paths.receipts);
  const spoken = shown.map(({ title }) => title).join(', ');
  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);
  // After the order's page, the next page needs no note about it.
  if (shown.length < notes.length) setNotes(shown);
  return shown.length > 0 && <NewsNote news={shown} onDismiss={() => setNotes([])} />;
}

/** Without a stream the receipts are read after this time, so that the member hears at least what is so now. */
const READ_AFTER_MS = 5000;

/** Follows the member's events. Returns true once the receipts can be read: later changes arrive as events. */
const useLiveReceipts = (): boolean => {
  const queryClient = useQueryClient();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READ_AFTER_MS);
    const stop = followUserEvents(queryClient, () => setReady(true));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryClient]);
  return isReady;
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

/** More news than this are one line: the note covers the page. */
const MOST_TOLD = 2;

const NewsNote = ({ news, onDismiss }: { news: readonly News[]; onDismiss: () => void }) => (
  <aside
    aria-label="News about your orders"
    className="bottom-note rise fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 flex items-start gap-3 rounded-card border border-edge bg-raised py-2 pr-2 pl-4 text-text shadow-float max-sm:in-data-unpaid:bottom-[calc(env(safe-area-inset-bottom)+3.25rem)] sm:right-6 sm:bottom-6 sm:left-auto sm:w-96 print:hidden"
  >
    <PackageCheck aria-hidden className="mt-2.5 size-5 shrink-0 text-accent-text" />
    <ul className="flex min-w-0 flex-1 flex-col gap-1 py-2">
      {news.length > MOST_TOLD && (
        <li className="font-semibold">
          News about {news.length} of your orders{' '}
          <Link href={paths.receipts} className="link ml-1 font-medium" onClick={onDismiss}>
            View all
          </Link>
        </li>
      )}
      {(news.length > MOST_TOLD ? [] : news).map(({ id, title, text }) => (
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
