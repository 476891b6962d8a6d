import type { ReceiptEvent } from '#contract/receipts.ts';
import { formatDateTime } from '../browser/dates.ts';
import { changeLines, eventTitle } from './receipt-facts.ts';

/** A receipt's history, oldest first: what happened, who did it, what changed, and the notes. */
export const ReceiptHistory = ({ events }: { events: readonly ReceiptEvent[] }) => (
  <ol className="flex flex-col gap-3 text-sm">
    {events.map((event, index) => (
      // The history only grows, so a position stays the same entry.
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id
      <li key={index} className="border-l-2 border-line pl-3">
        <p className="text-text">
          {eventTitle(event)} <span className="text-muted">by {event.by}</span>
        </p>
        <p className="text-muted">
          <time dateTime={event.at}>{formatDateTime(event.at)}</time>
        </p>
        {changeLines(event).map((line) => (
          <p key={line} className="break-words whitespace-pre-line text-text">
            {line}
          </p>
        ))}
        {event.note && <p className="mt-0.5 whitespace-pre-line text-text">{event.note}</p>}
      </li>
    ))}
  </ol>
);
