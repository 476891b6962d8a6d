import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import type { WalletChange } from '../notices/notices.queries.ts';

const WALLETS = ['BTC_ADDRESS', 'LTC_ADDRESS', 'BTC_XPUB', 'LTC_XPUB'] as const;

/** How long the panel shows that a wallet changed: 7 days. */
const SHOWN_FOR = 7 * 86_400_000;

/** The last address or account key of a wallet, and the one before it if it changed. */
interface Wallet {
  address: string;
  before?: string;
  /** Epoch milliseconds. */
  changedAt?: number;
}

type Wallets = Partial<Record<string, Wallet>>;

const parse = (value: string | null): Wallets => (value ? (JSON.parse(value) as Wallets) : {});

/** Returns whether an address is the one that was in use until a change which the panel still shows. */
const isChangedBack = ({ before, changedAt }: Wallet, address: string, now: number): boolean =>
  before === address && changedAt !== undefined && now - changedAt < SHOWN_FOR;

/**
 * Compares the wallet addresses of the settings with those of the last start, and remembers them. Returns what changed. A
 * first address is no change, and neither is one that is put right again: the panel then shows nothing any more.
 */
export const compareWallets = async (
  tx: Tx,
  settings: Pick<Settings, (typeof WALLETS)[number]>,
  now: number,
): Promise<WalletChange[]> => {
  const stored = await lockState(tx, 'wallets');
  const wallets = parse(stored);
  const changes: WalletChange[] = [];
  for (const setting of WALLETS) {
    const address = settings[setting];
    const last = wallets[setting];
    // A wallet that is not in use keeps its last address, so that another one later is a change.
    if (address === undefined || address === last?.address) continue;
    if (!last || isChangedBack(last, address, now)) {
      wallets[setting] = { address };
    } else {
      wallets[setting] = { address, before: last.address, changedAt: now };
      changes.push({ setting, before: last.address, after: address });
    }
  }
  const next = JSON.stringify(wallets);
  if (next !== stored) await setState(tx, 'wallets', next);
  return changes;
};

/** The times of the changes that the panel still shows, in epoch milliseconds. */
export const findWalletChanges = async (db: Db, { now }: { now: number }): Promise<number[]> =>
  Object.values(parse(await findState(db, 'wallets')))
    .map((wallet) => wallet?.changedAt)
    .filter((changedAt) => changedAt !== undefined)
    .filter((changedAt) => now - changedAt < SHOWN_FOR);
