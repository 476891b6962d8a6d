import { type AttentionItem, getAttention } from '#contract/attention.ts';
import { type AttentionKind, byUrgency, withoutKind } from '#domain/attention.ts';
import { hasExpired } from '#domain/lab-result.ts';
import { localDate } from '#domain/local-days.ts';
import { type Capability, may, type Role } from '#domain/permissions.ts';
import { MANUAL_RATES_OLD_MS } from '#domain/quotes.ts';
import { waitingSince } from '#domain/rate-guard.ts';
import { unseenSince } from '#domain/watch-looks.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Settings } from '../../settings.ts';
import { findLastRun } from '../feed/sync-runs.queries.ts';
import { findRateGuard, findRates, rateSource } from '../rates/rates.queries.ts';
import { findWalletChanges } from '../settings/wallet-changes.ts';
import { findLooks } from '../watching/looks.ts';
import { COUNTED_KINDS, countAttention, WALLET_KINDS, type Waiting, type WalletKind } from './attention.queries.ts';
import { KeptChecks } from './item-checks.ts';

/** The permission that a kind needs, and its link (behavior 10.8). */
const KINDS: Readonly<Record<Exclude<AttentionKind, WalletKind>, { needs: Capability; link: string }>> = {
  awaiting_payment: { needs: 'orders.write', link: '/admincp?tab=receipts&status=awaiting_payment' },
  payment_sent: { needs: 'orders.write', link: '/admincp?tab=receipts&paymentSent=true' },
  payment_lost: { needs: 'orders.write', link: '/admincp?tab=receipts&payment=lost' },
  payment_part: { needs: 'orders.write', link: '/admincp?tab=receipts&payment=part' },
  payment_over: { needs: 'orders.write', link: '/admincp?tab=receipts&payment=over' },
  payment_late: { needs: 'orders.write', link: '/admincp?tab=receipts&payment=late' },
  to_ship: { needs: 'orders.write', link: '/admincp?tab=receipts&status=paid' },
  short_of_stock: { needs: 'orders.write', link: '/admincp?tab=receipts&short=true' },
  hoarding: { needs: 'orders.write', link: '/admincp?tab=receipts&status=awaiting_payment' },
  low_stock: { needs: 'inventory.write', link: '/admincp?tab=inventory&stock=low&status=active' },
  limits_unknown: { needs: 'inventory.write', link: '/admincp?tab=inventory&categories=open' },
  wanted: { needs: 'inventory.write', link: '/admincp?tab=inventory&stock=wanted' },
  labels: { needs: 'inventory.write', link: '/admincp?tab=inventory&labels=check' },
  to_verify: { needs: 'members.write', link: '/admincp?tab=users&verify=true' },
  sync_failed: { needs: 'inventory.write', link: '/admincp?tab=inventory&runs=open' },
  sync_waiting: { needs: 'inventory.write', link: '/admincp?tab=inventory&plan=open' },
  sync_rows: { needs: 'inventory.write', link: '/admincp?tab=inventory&rows=open' },
  notices_stuck: { needs: 'orders.read', link: '/admincp?tab=settings&section=chat&at=webhook' },
  address_gap: { needs: 'settings.write', link: '/admincp?tab=settings&section=payment' },
  lab_expired: { needs: 'inventory.write', link: '/admincp?tab=inventory&lab=expired' },
  rates_old: { needs: 'settings.write', link: '/admincp?tab=settings&section=payment&at=rates' },
  payments_unseen: { needs: 'orders.write', link: '/admincp?tab=receipts&status=awaiting_payment' },
  rates_waiting: { needs: 'settings.write', link: '/admincp?tab=settings&section=payment&at=rates' },
};

const NO_LIMITS = { rules: [] };
const ONE = (oldest: number | null): Waiting => ({ count: 1, oldest });

/** Returns the kinds that need the attention of a user of the panel (behavior 10.8). */
export const registerAttention: Feature = (serve, shop) => {
  const { settings, currentSettings, clock, feed, jobs } = shop;
  const { read } = shop.database;
  const checks = new KeptChecks(() => jobs.run('checkItems', { categories: shop.categories.current.records }));
  const isOff = (kind: AttentionKind) =>
    (kind === 'address_gap' && shop.accountKeys.inForce.length === 0) ||
    (kind === 'to_verify' && !settings.MEMBERS_NEED_APPROVAL) ||
    (kind === 'sync_rows' && !feed.exists);

  serve(getAttention, async ({ user: { role } }) => {
    const now = clock();
    const today = localDate(now, settings.TIME_ZONE);
    const sees = (kind: AttentionKind) => isWalletKind(kind) || (may(role, KINDS[kind].needs) && !isOff(kind));
    const [{ counts, inventoryVersion }, rates, wallets, failed, looks] = await Promise.all([
      countAttention(read, COUNTED_KINDS.filter(sees), {
        now,
        today,
        lowStock: settings.LOW_STOCK,
        keys: shop.accountKeys.inForce,
      }),
      sees('rates_old') ? findRateProblem(read, { settings, now }) : null,
      findWalletChanges(read, { now }),
      feed.exists && sees('sync_failed') ? findFailedSync(read) : null,
      sees('payments_unseen') ? findLooks(read, shop) : [],
    ]);
    const unseen = looks.flatMap(([, each]) => unseenSince(each) ?? []);
    const { waiting, unexplained } = currentSettings;
    const found = new Map<AttentionKind, Waiting | null>([
      ...counts,
      ...(rates === null ? [] : [rates]),
      ['sync_failed', failed],
      ['payments_unseen', { count: unseen.length, oldest: Math.min(...unseen) }],
      ['wallet_changed', { count: wallets.length, oldest: Math.min(...wallets) }],
      ['wallet_pending', { count: waiting.length, oldest: Math.min(...waiting.map((row) => row.made_at)) }],
      ['wallet_unexplained', { count: unexplained.length, oldest: null }],
    ]);
    if (sees('labels')) {
      const { doubtfulLabels, labEnds, categories } = await checks.of(inventoryVersion);
      found.set('labels', { count: doubtfulLabels, oldest: null });
      found.set('lab_expired', expiredResults(labEnds, today));
      const unknown = withoutKind(shop.categories.current, categories);
      const { rules } =
        unknown === 0 ? NO_LIMITS : shop.purchaseLimits.limitsOf(await findState(read, 'purchase_limits'));
      found.set('limits_unknown', { count: rules.length === 0 ? 0 : unknown, oldest: null });
    }
    const items = [...found].flatMap(([kind, waiting]) => (waiting && waiting.count > 0 ? [{ kind, ...waiting }] : []));
    return { items: byUrgency(items, now).map((item) => present(item, role)) };
  });
};

const present = (
  { kind, count, oldest, ends = null, paid = null, receipt = null }: Waiting & { kind: AttentionKind },
  role: Role,
): AttentionItem => ({
  kind,
  count,
  oldest: oldest === null ? null : isoTime(oldest),
  ...(ends !== null && { ends: isoTime(ends) }),
  ...(paid !== null && paid > 0 && { paid }),
  link: linkOf(kind, role),
  ...(count === 1 && receipt !== null && { receipt }),
});

/** The settings of servers that are down. The order desk cannot change them, so it sees the orders. */
const SERVERS = '/admincp?tab=settings&section=payment&at=watching';

const linkOf = (kind: AttentionKind, role: Role): string => {
  if (kind === 'payments_unseen' && may(role, 'settings.write')) return SERVERS;
  return isWalletKind(kind) ? walletLink(kind, role) : KINDS[kind].link;
};

const isoTime = (at: number): string => new Date(at).toISOString();

const isWalletKind = (kind: AttentionKind): kind is WalletKind => (WALLET_KINDS as readonly string[]).includes(kind);

/** Every role sees it, because all of them tell members where to pay. */
const walletLink = (kind: WalletKind, role: Role): string => {
  if (kind !== 'wallet_changed' && may(role, 'settings.write')) return '/admincp?tab=settings&section=payment';
  return may(role, 'audit.read') ? '/admincp?tab=activity&group=shop' : '/admincp';
};

/** Rates of RATE_URL that wait, or rates that an owner set a day ago or earlier. */
const findRateProblem = async (
  db: Db,
  { settings, now }: { settings: Settings; now: number },
): Promise<['rates_waiting' | 'rates_old', Waiting] | null> => {
  if (rateSource(settings) === 'url') {
    const since = waitingSince(await findRateGuard(db));
    return since === null ? null : ['rates_waiting', ONE(since)];
  }
  const { at, BTC, LTC } = await findRates(db, { settings, now });
  const isFine = at === null || now - at <= MANUAL_RATES_OLD_MS || (BTC === null && LTC === null);
  return isFine ? null : ['rates_old', ONE(at)];
};

/** The last sync, if it failed. */
const findFailedSync = async (db: Db): Promise<Waiting | null> => {
  const run = await findLastRun(db, {});
  return run?.outcome === 'failed' ? ONE(run.started_at) : null;
};

/** Results past their last day. The oldest is the end of the first of them. */
const expiredResults = (labEnds: Readonly<Record<string, number>>, today: string): Waiting => {
  const ended = Object.entries(labEnds).filter(([expires]) => hasExpired({ expires }, today));
  return {
    count: ended.reduce((sum, [, results]) => sum + results, 0),
    oldest: ended.length === 0 ? null : Math.min(...ended.map(([expires]) => Date.parse(expires))),
  };
};
