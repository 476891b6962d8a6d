import { getOverview } from '#contract/overview.ts';
import { dayAt, earliestStart, latestEnd, localDate, offsetSpans } from '#domain/local-days.ts';
import { UNSOLD_DAYS } from '#domain/overview.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { KeptSales } from './kept-sales.ts';
import { presentOverview } from './overview.present.ts';
import { readStock } from './overview.queries.ts';

/** Serves the shop's sales (behavior 10.17). */
export const registerOverview: Feature = (serve, { database: { read }, settings, clock, categories }) => {
  const kept = new KeptSales(read);

  serve(getOverview, async ({ query: { days } }) => {
    const now = clock();
    const last = dayAt(now, offsetSpans(now, now, settings.TIME_ZONE));
    const first = last - days + 1;
    const before = first - days;
    const unsoldFrom = last - UNSOLD_DAYS + 1;
    const [from, to] = [earliestStart(Math.min(before, unsoldFrom)), latestEnd(last)];
    const spans = offsetSpans(from, to, settings.TIME_ZONE);
    const sales = await kept.read({ from, to, spans });

    const sold = sales.items(first, last);
    const lately = sales.items(unsoldFrom, last);
    const stock = await readStock(read, {
      soldIds: [...sold.keys()],
      latelySoldIds: [...lately.keys()],
      newFrom: earliestStart(unsoldFrom + 1),
    });
    return presentOverview({
      days: sales.days(),
      sold: stock.sold.map((item) => ({
        ...item,
        category: categories.current.shown(item.category),
        ...sold.get(item.id)!,
      })),
      unsold: stock.unsold,
      since: stock.since === null ? null : localDate(stock.since, settings.TIME_ZONE),
      period: { before, first, last },
    });
  });
};
