import { useEffect, useRef, useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { announce } from '../../ui/announcer.tsx';

const NONE: ReadonlySet<number> = new Set();

/**
 * The numbers of receipts that came in while the list was looked at; each is said once, politely. Numbers only grow, so
 * whatever is above the highest one seen is new, as long as the same is looked for.
 */
export const useArrivals = (receipts: readonly AdminReceipt[] | undefined, filter: object): ReadonlySet<number> => {
  const highest = useRef<{ of: object; number: number } | null>(null);
  const [arrived, setArrived] = useState(NONE);
  useEffect(() => {
    if (!receipts) return;
    const seen = highest.current?.of === filter ? highest.current.number : null;
    highest.current = { of: filter, number: Math.max(seen ?? 0, ...receipts.map(({ number }) => number)) };
    if (seen === null) return;
    const fresh = receipts.filter(({ number }) => number > seen);
    const [latest] = fresh;
    if (!latest) return;
    setArrived((before) => new Set([...before, ...fresh.map(({ number }) => number)]));
    announce(
      fresh.length === 1
        ? `New receipt #${latest.number} from ${latest.username}, ${formatPrice(latest.total)}.`
        : `${fresh.length} new receipts.`,
    );
  }, [receipts, filter]);
  return arrived;
};
