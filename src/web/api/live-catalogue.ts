import type { QueryClient } from '@tanstack/react-query';
import { type CatalogueEvent, getEvents } from '#contract/catalogue.ts';
import { applyEvent } from './catalogue-snapshot.ts';
import { catalogueQuery } from './queries/catalogue.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/**
 * Follows the catalogue while the page is seen: every event patches the snapshot in place, a gap fetches it anew.
 * A hidden page holds no connection and catches up when it is seen again: the first event names the version. Returns
 * how to stop.
 */
export function followCatalogue(queryClient: QueryClient, heard: (event: CatalogueEvent) => void): () => void {
  let stream: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const receive = (message: MessageEvent<string>) => {
    failures = 0;
    const event = JSON.parse(message.data) as CatalogueEvent;
    const snapshot = queryClient.getQueryData(catalogueQuery.queryKey);
    if (!snapshot) return;
    const patched = applyEvent(snapshot, event);
    if (patched === snapshot) return;
    if (patched) queryClient.setQueryData(catalogueQuery.queryKey, patched);
    else void queryClient.invalidateQueries({ queryKey: catalogueQuery.queryKey });
    heard(event);
  };

  const open = () => {
    if (stream || document.hidden) return;
    stream = new EventSource(getEvents.path);
    stream.addEventListener('catalogue', receive);
    stream.addEventListener('error', () => {
      // The browser itself reconnects after a drop, and gives up after a refusal.
      if (stream?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
      failures += 1;
    });
  };
  const close = () => {
    clearTimeout(retry);
    stream?.close();
    stream = null;
  };
  const seenOrHidden = () => (document.hidden ? close() : open());

  document.addEventListener('visibilitychange', seenOrHidden);
  open();
  return () => {
    document.removeEventListener('visibilitychange', seenOrHidden);
    close();
  };
}
