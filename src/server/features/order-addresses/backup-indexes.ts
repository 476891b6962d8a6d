import type { Coin } from '#domain/quotes.ts';
import { type AccountKey, readAccountKey } from '../../lib/account-key.ts';
import { isKeySetting, KEY_SETTINGS } from '../../settings.ts';

type Row = Record<string, unknown>;

/** A key of a backup, and the index of its next order. */
export interface BackupKey {
  coin: Coin;
  fingerprint: string;
  next: number;
}

/** Collects from the rows of a backup how far the indexes of its keys are. */
export class BackupIndexes {
  /** The id of the shop that made it; null of an older version. */
  shopId: string | null = null;
  readonly #keys = new Map<number, BackupKey>();
  readonly #ofPanel: AccountKey[] = [];

  get keys(): readonly BackupKey[] {
    return [...this.#keys.values()];
  }

  /** The key of a coin that is in force after the restore: that of the environment, of the panel, or the last one. */
  keyOf(coin: Coin, given: readonly AccountKey[]): Pick<AccountKey, 'coin' | 'fingerprint'> | undefined {
    const isOfCoin = (key: { coin: Coin }) => key.coin === coin;
    return given.find(isOfCoin) ?? this.#ofPanel.find(isOfCoin) ?? this.keys.findLast(isOfCoin);
  }

  /** The index of the next order with a key; 0 of one that the backup does not know. */
  nextOf({ coin, fingerprint }: Pick<AccountKey, 'coin' | 'fingerprint'>): number {
    return this.keys.find((key) => key.coin === coin && key.fingerprint === fingerprint)?.next ?? 0;
  }

  add(table: string, rows: readonly Row[]): void {
    for (const row of rows) this.#addRow(table, row);
  }

  #addRow(table: string, row: Row): void {
    if (table === 'shop_state' && row.key === 'shop_id') this.shopId = String(row.value);
    else if (table === 'settings' && isKeySetting(String(row.name)) && typeof row.value === 'string') {
      const key = readAccountKey(KEY_SETTINGS[row.name as keyof typeof KEY_SETTINGS], row.value);
      if (!('problem' in key)) this.#ofPanel.push(key);
    } else if (table === 'account_keys') {
      this.#keys.set(Number(row.id), { coin: row.coin as Coin, fingerprint: String(row.fingerprint), next: 0 });
    } else if (table === 'order_addresses' && (row.receipt_id !== null || row.skipped === 'restore')) {
      const key = this.#keys.get(Number(row.key_id));
      if (key) key.next = Math.max(key.next, Number(row.position) + 1);
    }
  }
}
