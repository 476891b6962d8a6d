import type { SyncStatus } from '#contract/feed.ts';
import { describeLeftOut } from '#domain/left-out-rows.ts';
import { MAX_LISTED } from '#domain/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useAddressValues } from '../lists/use-address-values.ts';

type Rows = SyncStatus['rows'];

/** "1 row of the feed left out". The status lists only the first rows, so there may be more of them. */
export const leftOutText = ({ length }: Rows): string =>
  length < MAX_LISTED ? describeLeftOut(length) : `At least ${describeLeftOut(length)}`;

const OPEN = 'open';

/** Opens the list of the rows that are left out. */
export const LeftOutButton = ({ rows }: { rows: Rows }) => {
  const [, change] = useAddressValues(['rows']);
  return (
    <button type="button" className="link text-warning-text" onClick={() => change({ rows: OPEN })}>
      {leftOutText(rows)}
    </button>
  );
};

/**
 * The rows of the feed that the last sync left out (behavior 9.11). The address `rows=open` opens them, such as the link of
 * Needs you.
 */
export const LeftOutDialog = ({ rows }: { rows: Rows }) => {
  const [{ rows: address }, change] = useAddressValues(['rows']);
  const isOpen = address === OPEN && rows.length > 0;
  const shown = useLastShown(isOpen ? rows : null);
  if (!shown) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={() => change({ rows: '' })}
      parameter="rows"
      title={leftOutText(shown)}
      phone="sheet"
    >
      <p className="text-muted">
        These rows cannot be used, so each of their products keeps what it had.
        {shown.some(({ id }) => id === null) && ' As the id of a row cannot be read, no product leaves the lists.'}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {shown.map(({ id, field, message }) => (
          <li key={`${id} ${message}`} className="py-2.5">
            <p className="flex items-center justify-between gap-2">
              <span className="min-w-0 font-medium break-words text-text">{id ?? 'No readable id'}</span>
              {field !== null && <Badge className="shrink-0">{field}</Badge>}
            </p>
            <p className="mt-0.5 text-sm break-words text-muted">{message}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
