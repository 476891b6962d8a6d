import { startErasingAddresses } from '../features/addresses/erase-addresses.ts';
import { startAlarms } from '../features/alarms/alarms.ts';
import { startFollowingStock } from '../features/alerts/follow-stock.ts';
import { startChaining } from '../features/audit/chain.service.ts';
import { startDailyCheck } from '../features/audit/daily-check.ts';
import { startSendingHash } from '../features/audit/hash-message.ts';
import { startCountingActs } from '../features/audit/repeated-acts.ts';
import { startScheduledBackups } from '../features/backup/scheduled-backups.ts';
import { startServing } from '../features/backup/serving.ts';
import { startAutoSync } from '../features/feed/auto-sync.ts';
import { startFetchingPictures } from '../features/imports/fetch-pictures.ts';
import { startNotices } from '../features/notices/delivery.ts';
import { startPruningPictures } from '../features/pictures/prune-pictures.ts';
import { startFetchingRates } from '../features/rates/fetch-rates.ts';
import { startExpiry } from '../features/receipts/receipt-steps.service.ts';
import { startApplyingSettings } from '../features/settings/waiting-settings.service.ts';
import { startSendingWalletMessages } from '../features/settings/wallet-messages.ts';
import { startWatching } from '../features/watching/watch.ts';
import type { BackgroundJob } from '../lib/repeat.ts';
import type { Shop } from '../shop.ts';
import { startPruning } from './prune.ts';

/**
 * All background jobs. Leases and claimed rows make sure that several processes do nothing twice. Timers that belong to
 * something open, such as the heartbeat of event streams, start and end with it and are not listed here.
 */
const BACKGROUND_JOBS: readonly ((shop: Shop) => BackgroundJob)[] = [
  startServing,
  startApplyingSettings,
  startExpiry,
  startFetchingRates,
  (shop) => shop.accountKeys.start(shop),
  startWatching,
  startFollowingStock,
  startNotices,
  startSendingWalletMessages,
  startAutoSync,
  startChaining,
  startDailyCheck,
  startSendingHash,
  startScheduledBackups,
  startCountingActs,
  startAlarms,
  startPruning,
  startErasingAddresses,
  startPruningPictures,
  startFetchingPictures,
];

/** Starts all of them; `stop` ends all. */
export const startBackgroundJobs = (shop: Shop): BackgroundJob => {
  const running = BACKGROUND_JOBS.map((start) => start(shop));
  return {
    stop: async () => {
      await Promise.all(running.map((job) => job.stop()));
    },
  };
};
