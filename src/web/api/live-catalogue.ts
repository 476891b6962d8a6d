import type { QueryClient } from '@tanstack/react-query';
import { type CatalogueEvent, getEvents } from '#contract/events.ts';
import type { ShopInfo } from '#contract/settings.ts';
import type { ShopNotices } from '#contract/shop-notices.ts';
import { applyEvent, type CatalogueSnapshot } from './catalogue-snapshot.ts';
import { markKnownUntil, markOffline, markOnline } from './connection.ts';
import { followEvents } from './follow-events.ts';
import { catalogueQuery } from './queries/catalogue.ts';
import { putNotices, putShop, reloadShop } from './queries/settings.ts';

/** The page polls if no stream opens within this time. */
const POLL_AFTER_MS = 4000;
/** How often it polls. Behind a proxy that holds events back, no stream ever delivers one. */
const POLL_EVERY_MS = 30_000;

/**
 * Keeps the catalogue of this page current while the page is visible (behavior 4.4): each event patches the snapshot,
 * and a gap fetches it again. The first event of a stream names the version, so a page that was hidden catches up. It
 * then fetches the shop's settings and notices again. `onChange` is called with each change. Returns a function that stops it.
 */
export const followCatalogue = (queryClient: QueryClient, onChange: (event: CatalogueEvent) => void): (() => void) => {
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let isLive = false;
  /** There was a time without a stream, in which settings or notices may have changed: at first, since the page has them. */
  let hasMissed = true;
  /** The newest event that came before there was a snapshot to patch. */
  let earlyEvent: CatalogueEvent | null = null;

  const { queryKey } = catalogueQuery;
  const shown = () => queryClient.getQueryData(queryKey);
  const refetch = () => void queryClient.invalidateQueries({ queryKey });

  const pollUntilLive = (afterMs = POLL_AFTER_MS) => {
    pollTimer ??= setTimeout(async () => {
      const before = shown();
      // A fetch that is under way is not restarted: on a slow connection it would never complete.
      await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
      reloadShop(queryClient);
      const now = shown();
      if (before && now && now.version !== before.version)
        onChange({ from: null, version: now.version ?? '', changed: [], removed: [] });
      // Polling may have been stopped during the fetch.
      if (pollTimer === undefined) return;
      pollTimer = undefined;
      pollUntilLive(POLL_EVERY_MS);
    }, afterMs);
  };
  const stopPolling = () => {
    clearTimeout(pollTimer);
    pollTimer = undefined;
  };
  const markBroken = () => {
    if (!isLive) return;
    isLive = false;
    hasMissed = true;
    if (shown()) markKnownUntil();
  };

  const receive = (event: CatalogueEvent) => {
    isLive = true;
    stopPolling();
    if (hasMissed) reloadShop(queryClient);
    hasMissed = false;
    const snapshot = shown();
    if (snapshot) {
      markOnline();
      apply(event, snapshot);
    } else applyWhenLoaded(event);
  };

  const apply = (event: CatalogueEvent, snapshot: CatalogueSnapshot) => {
    const patched = applyEvent(snapshot, event);
    if (patched === snapshot) return;
    if (patched) {
      queryClient.setQueryData(queryKey, patched);
      // A response that is under way may be older than this change, and would undo it.
      void queryClient.cancelQueries({ queryKey });
    } else refetch();
    onChange(event);
  };

  /** The first snapshot may also be older than the event, so the event is applied once the snapshot is there. */
  const applyWhenLoaded = (event: CatalogueEvent) => {
    const isWaiting = earlyEvent !== null;
    earlyEvent = event;
    if (isWaiting) return;
    const settle = (snapshot?: CatalogueSnapshot) => {
      if (earlyEvent && snapshot && isLive) apply(earlyEvent, snapshot);
      earlyEvent = null;
    };
    // The page itself shows a failure.
    queryClient.query({ ...catalogueQuery, staleTime: 'static' }).then(settle, () => settle());
  };

  const goOffline = () => {
    markBroken();
    markOffline();
  };
  window.addEventListener('offline', goOffline);
  window.addEventListener('online', refetch);
  const stop = followEvents({
    url: getEvents.path,
    onEvent: (name, data) => {
      if (name === 'catalogue') receive(data as CatalogueEvent);
      else if (name === 'notices') putNotices(queryClient, data as ShopNotices);
      else if (name === 'shop') putShop(queryClient, data as ShopInfo);
    },
    onConnecting: () => {
      markBroken();
      pollUntilLive();
    },
    onPause: () => {
      markBroken();
      stopPolling();
    },
  });
  return () => {
    window.removeEventListener('offline', goOffline);
    window.removeEventListener('online', refetch);
    stop();
  };
};
