import { renewedWait, type Wait, waitEnd } from '#domain/stored-times.ts';
import type { Shop } from '../../shop.ts';
import type { WaitingRow } from './settings.queries.ts';

type Timed = Pick<Shop, 'settings' | 'clock'>;

const HOUR_MS = 3_600_000;

/** How long another wallet or seller waits, in milliseconds. */
export const walletDelay = ({ settings }: Pick<Shop, 'settings'>): number => settings.WALLET_DELAY_HOURS * HOUR_MS;

const timesOf = (shop: Timed) => ({ now: shop.clock(), length: walletDelay(shop) });

/** When something ends that began with a change of wallets, epoch milliseconds. */
export const endOf = (shop: Timed, wait: Wait): number => waitEnd(wait, timesOf(shop));

/** The same wait, or another one if its times are those of a clock that was far ahead. */
export const renewed = (shop: Timed, wait: Wait): Wait => renewedWait(wait, timesOf(shop));

export const waitOf = ({ made_at, works_at }: Pick<WaitingRow, 'made_at' | 'works_at'>): Wait => ({
  began: made_at,
  ends: works_at,
});

/** When a change that waits comes into force, epoch milliseconds. */
export const worksAt = (shop: Timed, row: Pick<WaitingRow, 'made_at' | 'works_at'>): number => endOf(shop, waitOf(row));
