import type { MemberNote } from '#contract/users.admin.ts';
import { formatDateTime } from '../browser/dates.ts';

/** A note, who wrote it, and when. */
export const NoteText = ({ note: { text, by, at } }: { note: MemberNote }) => (
  <div className="border-l-2 border-accent pl-3">
    <p className="break-words whitespace-pre-line text-text">{text}</p>
    <p className="text-muted">
      {by} · <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
  </div>
);
