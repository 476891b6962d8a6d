import { Ban, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type UserFormProps, UserPart } from './user-part.tsx';

/** Suspends an account, or restores it (behavior 3.7). */
export const StatusForm = ({ user: { username, status }, updates }: UserFormProps) => {
  const { update, buttonState, refusalOf } = updates;
  const [isAsking, setAsking] = useState(false);
  const suspend = async () => {
    await update('status', { status: 'suspended' }, `${username} is suspended`, { status });
    setAsking(false);
  };
  const state = buttonState('status');
  return (
    <UserPart title="Login" refusal={refusalOf('status')}>
      {status === 'suspended' ? (
        <Button
          {...state}
          variant="primary"
          onClick={() => void update('status', { status: 'active' }, `${username} is restored`, { status })}
          className="self-start"
        >
          {!state.busy && <RotateCcw aria-hidden className="size-4.5" />}
          Restore
        </Button>
      ) : (
        <Button {...state} onClick={() => setAsking(true)} className="self-start text-danger-text!">
          {!state.busy && <Ban aria-hidden className="size-4.5" />}
          Suspend
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        danger
        title={`Suspend ${username}?`}
        confirmLabel={`Suspend ${username}`}
        busy={state.busy}
        onConfirm={() => void suspend()}
      >
        Signs them out everywhere and blocks login until you restore the account. Receipts and points stay.
      </ConfirmDialog>
    </UserPart>
  );
};
