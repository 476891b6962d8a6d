import type { Deps } from './deps.ts';
import { startAutoSync } from './features/feed/auto-sync.ts';
import { startHistoryPruning } from './features/inventory/history-pruning.ts';
import { startNotices } from './features/notices/delivery.ts';
import { startExpiry } from './features/receipts/expiry.ts';

/** Something that goes on beside the requests until it is stopped. */
export interface BackgroundWork {
  stop(): void | Promise<void>;
}

/**
 * All of it, in one visible list; leases and claimed rows see to it that nothing is done twice. Timers that serve
 * something open, such as the heartbeat of streams, begin and end with that and stand there.
 */
const WORK: readonly ((deps: Deps) => BackgroundWork)[] = [
  startExpiry,
  startNotices,
  startAutoSync,
  startHistoryPruning,
];

export const startBackgroundWork = (deps: Deps): BackgroundWork => {
  const running = WORK.map((start) => start(deps));
  return {
    stop: async () => {
      await Promise.all(running.map((work) => work.stop()));
    },
  };
};
