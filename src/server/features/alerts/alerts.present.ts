import type { Alert } from '#contract/alerts.ts';

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
