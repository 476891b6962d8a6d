import { itemName } from '#domain/panel-item.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { fieldLabel } from '../../changes/plan-labels.ts';
import { type ItemEdit, valueText } from './use-item-edit.ts';

/** Shows both values of fields that somebody else has saved since, and lets the person choose (behavior 9.4). */
export const EditConflict = ({ edit: { conflict, decide, putOff } }: { edit: ItemEdit }) => {
  const shown = useLastShown(conflict);
  if (!shown) return null;
  return (
    <Dialog
      open={conflict !== null}
      onClose={putOff}
      title="Someone else changed this"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus onClick={() => decide(false)}>
            Keep the current value
          </Button>
          <Button variant="primary" onClick={() => decide(true)}>
            Save my value
          </Button>
        </div>
      }
    >
      <ul className="flex list-none flex-col gap-5">
        {shown.fields.map(({ field, mine, stored }) => (
          <li key={field}>
            <p className="text-muted">
              {fieldLabel(field)} of <strong className="text-text">{itemName(shown.stored)}</strong>
            </p>
            <dl className="mt-3 grid gap-2 sm:grid-cols-2">
              <div className="rounded-control bg-well px-4 py-3">
                <dt className="text-sm text-muted">Current value</dt>
                <dd className="font-semibold break-words text-text">{valueText(field, stored)}</dd>
              </div>
              <div className="rounded-control bg-accent-wash px-4 py-3">
                <dt className="text-sm text-muted">Your value</dt>
                <dd className="font-semibold break-words text-text">{valueText(field, mine)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
