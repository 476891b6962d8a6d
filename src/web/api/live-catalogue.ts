import type { QueryClient } from '@tanstack/react-query';
import { type CatalogueEvent, getEvents } from '#contract/events.ts';
import { applyEvent, type CatalogueSnapshot } from './catalogue-snapshot.ts';
import { heard as heardFromShop, lost, trueUntilNow } from './connection.ts';
import { catalogueQuery } from './queries/catalogue.ts';
import { retryDelay } from './retry-delay.ts';

/** A stream comes, and comes back, by itself; where it does not by then, asking tells what the shop has. */
const ASK_AFTER_MS = 4000;
/** How often it is asked while no stream stands: where a proxy holds events back, none ever does. */
const ASK_EVERY_MS = 30_000;

/**
 * Follows the catalogue while the page is seen: every event patches the snapshot in place, a gap fetches it anew.
 * While the stream stands, what is shown is true; while none does, it is asked for now and then. A hidden page holds no
 * connection and catches up when it is seen again: the first event names the version. Returns how to stop.
 */
export const followCatalogue = (queryClient: QueryClient, heard: (event: CatalogueEvent) => void): (() => void) => {
  let stream: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isLive = false;
  /** The newest event that came before there was anything to patch. */
  let early: CatalogueEvent | null = null;

  const { queryKey } = catalogueQuery;
  const shown = () => queryClient.getQueryData(queryKey);
  const refetch = () => void queryClient.invalidateQueries({ queryKey });
  const askUntilLive = (afterMs = ASK_AFTER_MS) => {
    asking ??= setTimeout(async () => {
      const before = shown();
      // One that is on its way will do: on a slow line it would never arrive.
      await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
      const now = shown();
      if (before && now && now.version !== before.version)
        heard({ from: null, version: now.version ?? '', changed: [], removed: [] });
      // Unless the stream has come, or the page has gone, meanwhile.
      if (asking === undefined) return;
      asking = undefined;
      askUntilLive(ASK_EVERY_MS);
    }, afterMs);
  };
  const stopAsking = () => {
    clearTimeout(asking);
    asking = undefined;
  };
  const brokeOff = () => {
    if (!isLive) return;
    isLive = false;
    if (shown()) trueUntilNow();
  };

  const receive = (message: MessageEvent<string>) => {
    failures = 0;
    isLive = true;
    stopAsking();
    const event = JSON.parse(message.data) as CatalogueEvent;
    const snapshot = shown();
    if (snapshot) {
      heardFromShop();
      take(event, snapshot);
    } else holdBack(event);
  };

  const take = (event: CatalogueEvent, snapshot: CatalogueSnapshot) => {
    const patched = applyEvent(snapshot, event);
    if (patched === snapshot) return;
    if (patched) {
      queryClient.setQueryData(queryKey, patched);
      // An answer still on its way may have left the shop before this change, and would take it back.
      void queryClient.cancelQueries({ queryKey });
    } else refetch();
    heard(event);
  };

  /** The first snapshot too may have left the shop before the change: it is held against the event once it is there. */
  const holdBack = (event: CatalogueEvent) => {
    const isWaiting = early !== null;
    early = event;
    if (isWaiting) return;
    const settled = (snapshot?: CatalogueSnapshot) => {
      if (early && snapshot && stream) take(early, snapshot);
      early = null;
    };
    // Where it fails, the page tells.
    queryClient.query({ ...catalogueQuery, staleTime: 'static' }).then(settled, () => settled());
  };

  const open = () => {
    if (stream || document.hidden) return;
    stream = new EventSource(getEvents.path);
    askUntilLive();
    stream.addEventListener('catalogue', receive);
    stream.addEventListener('error', () => {
      brokeOff();
      askUntilLive();
      // The browser itself reconnects after a drop, and gives up after a refusal.
      if (stream?.readyState === EventSource.CLOSED) {
        stream.close();
        stream = null;
        retry = setTimeout(open, retryDelay(failures));
        failures += 1;
      }
    });
  };
  const close = () => {
    brokeOff();
    clearTimeout(retry);
    stopAsking();
    stream?.close();
    stream = null;
  };
  const seenOrHidden = () => (document.hidden ? close() : open());

  const offline = () => {
    brokeOff();
    lost('offline');
  };

  document.addEventListener('visibilitychange', seenOrHidden);
  window.addEventListener('offline', offline);
  window.addEventListener('online', refetch);
  open();
  return () => {
    document.removeEventListener('visibilitychange', seenOrHidden);
    window.removeEventListener('offline', offline);
    window.removeEventListener('online', refetch);
    close();
  };
};
