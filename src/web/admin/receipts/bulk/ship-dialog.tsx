import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { beforeLeaving } from '../../../browser/paths.ts';
import { LeaveQuestion } from '../../../shared/leave-question.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { controlClass } from '../../../ui/field.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { walkFields } from '../../lists/walk-fields.ts';
import { MAX_TRACKING_LENGTH } from '../receipt-steps.tsx';
import { countReceipts } from './bulk-steps.ts';

interface ShipDialogProps {
  /** The receipts to ship, as they were when it was opened; null while it is closed. */
  receipts: readonly AdminReceipt[] | null;
  isBusy: boolean;
  /** Ships them, those that have one with their tracking, by id. */
  onShip: (trackings: ReadonlyMap<string, string>) => void;
  onClose: () => void;
}

/** The tracking of many parcels, typed or scanned one after the other (behavior 7.22). */
export const ShipDialog = ({ receipts, isBusy, onShip, onClose }: ShipDialogProps) => {
  const shown = useLastShown(receipts);
  const id = useId();
  const close = () => beforeLeaving('', onClose);
  return (
    <Dialog
      open={receipts !== null}
      onClose={close}
      title="Ship with tracking"
      phone="full"
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-32 flex-1 text-sm text-muted">Enter goes to the next receipt.</p>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            Ship {countReceipts(shown?.length ?? 0)}
          </Button>
        </div>
      }
    >
      {receipts && shown && <ShipForm id={id} receipts={shown} isBusy={isBusy} onShip={onShip} />}
    </Dialog>
  );
};

const nowhere = () => false;

const storedTrackings = (receipts: readonly AdminReceipt[]): ReadonlyMap<string, string> =>
  new Map(receipts.flatMap(({ id, tracking }) => (tracking ? [[id, tracking]] : [])));

interface ShipFormProps extends Pick<ShipDialogProps, 'isBusy' | 'onShip'> {
  id: string;
  receipts: readonly AdminReceipt[];
}

const ShipForm = ({ id, receipts, isBusy, onShip }: ShipFormProps) => {
  const [typed, setTyped] = useState(() => storedTrackings(receipts));
  const isTyped = receipts.some(({ id: each, tracking }) => (typed.get(each) ?? '') !== (tracking ?? ''));
  const ship = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    onShip(new Map([...typed].map(([each, text]) => [each, text.trim()] as const).filter(([, text]) => text !== '')));
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!walkFields(event)) return;
    // A scanner ends with Enter, so behind the last receipt it does not ship by itself.
    event.preventDefault();
    document.querySelector<HTMLButtonElement>(`button[form="${CSS.escape(id)}"]`)?.focus();
  };
  return (
    <form id={id} noValidate onSubmit={ship} className="flex flex-col gap-3">
      <p className="text-sm text-muted">Members see the tracking. What you leave empty ships without one.</p>
      <ul aria-label="Receipts to ship" className="divide-y divide-line border-y border-line">
        {receipts.map(({ id: each, number, username }, index) => (
          <li key={each} className="flex items-center gap-x-3 py-1.5">
            <label htmlFor={`${id}-${each}`} className="w-24 shrink-0 text-sm">
              <span className="block font-semibold text-text">#{number}</span>
              <span className="block truncate text-muted">{username}</span>
            </label>
            <input
              id={`${id}-${each}`}
              aria-label={`Tracking of receipt #${number}`}
              data-autofocus={index === 0 || undefined}
              maxLength={MAX_TRACKING_LENGTH}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed.get(each) ?? ''}
              onChange={({ target }) => setTyped(new Map(typed).set(each, target.value))}
              onKeyDown={keys}
              className={cx(controlClass, 'min-w-0 flex-1')}
            />
          </li>
        ))}
      </ul>
      <LeaveQuestion unsaved={!isBusy && isTyped ? ['Tracking'] : []} isHere={nowhere} onLeave={() => undefined} />
    </form>
  );
};
