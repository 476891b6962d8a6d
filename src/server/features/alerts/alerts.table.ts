import { type Alert, MOST_ALERTS } from '#contract/alerts.ts';
import {
  atMostPerMember,
  type ColumnsOf,
  counted,
  fixed,
  orNull,
  table,
  text,
  whole,
  withoutDeletedUsers,
} from '../../db/table.ts';
import { listAlerts } from './alerts.queries.ts';

const columns = {
  id: counted,
  user_id: fixed(text),
  item_id: fixed(whole),
  /** When it came back; null while the member waits. */
  back_at: orNull(whole),
  /** When the member was notified; null until then. After that, the item may sell out again. */
  seen_at: orNull(whole),
  created_at: whole,
};

declare module '../../db/schema.ts' {
  interface Schema {
    alerts: ColumnsOf<typeof columns>;
  }
}

export interface AlertRow {
  item_id: number;
  created_at: number;
  back_at: number | null;
}

/** An alert as its member sees it. */
export const presentAlert = (row: AlertRow): Alert => ({
  productId: row.item_id,
  createdAt: new Date(row.created_at).toISOString(),
  backAt: row.back_at === null ? null : new Date(row.back_at).toISOString(),
});

/** Members who want to hear when an item is back in stock. */
export const alerts = table('alerts', columns, {
  personal: {
    export: async (db, user) => ({
      alerts: (await listAlerts(db, user)).map((row) => ({ ...presentAlert(row), productName: row.name })),
    }),
    onDeletion: 'delete',
  },
  checks: {
    ...withoutDeletedUsers('alerts', 'alert'),
    ...atMostPerMember('alerts', MOST_ALERTS, 'No member waits for more products than allowed'),
  },
});
