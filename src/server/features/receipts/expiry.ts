import type { BackgroundWork } from '../../background-work.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../every.ts';
import { expireReceipts } from './receipt-steps.service.ts';

const HOUR_MS = 3_600_000;
const SELDOM_MS = 30_000;
const OFTEN_MS = 100;

/** Lets overdue receipts go, soon after their time even where RESERVATION_HOURS is a small fraction. */
export const startExpiry = (deps: Deps): BackgroundWork => {
  const tenth = (deps.settings.RESERVATION_HOURS * HOUR_MS) / 10;
  return every(Math.min(SELDOM_MS, Math.max(OFTEN_MS, tenth)), deps.log, () => expireReceipts(deps));
};
