import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Ban, RotateCcw, ShieldMinus, ShieldPlus } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { messageOf } from '../../api/client.ts';
import { putUser, type UserUpdate, updateAnyUser } from '../../api/queries/users.admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

/** Updates an account. A refusal, for example for the last admin, stays on the screen. */
const useUserUpdate = (user: AdminUser, onChanged: (user: AdminUser) => void) => {
  const queryClient = useQueryClient();
  const [updating, setUpdating] = useState<keyof UserUpdate | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const update = async (field: keyof UserUpdate, wanted: UserUpdate, done: string): Promise<boolean> => {
    setUpdating(field);
    setRefusal(null);
    try {
      const changed = await updateAnyUser(user.id, wanted);
      putUser(queryClient, changed);
      onChanged(changed);
      toast({ title: done, kind: 'success' });
      return true;
    } catch (error) {
      setRefusal(messageOf(error, 'Failed to update the user'));
      return false;
    } finally {
      setUpdating(null);
    }
  };
  return { update, updating, refusal };
};

/** The text of the confirmation dialog, and the action that it confirms. */
interface Question {
  title: string;
  text: string;
  confirmLabel: string;
  confirm: () => Promise<unknown>;
}

/** Member type, verification, admin right and suspension of one account (behavior 3.7). */
export const UserRights = ({ user, onChanged }: { user: AdminUser; onChanged: (user: AdminUser) => void }) => {
  const { update, updating, refusal } = useUserUpdate(user, onChanged);
  const [question, setQuestion] = useState<Question | null>(null);
  const { username } = user;

  const suspend = () =>
    setQuestion({
      title: `Suspend ${username}?`,
      text: 'Signs them out everywhere and blocks login until you restore the account. Receipts and points stay.',
      confirmLabel: `Suspend ${username}`,
      confirm: () => update('status', { status: 'suspended' }, `${username} is suspended`),
    });
  const removeAdmin = () =>
    setQuestion({
      title: `Remove admin access from ${username}?`,
      text: 'Signs them out everywhere. The account becomes a member account.',
      confirmLabel: 'Remove admin access',
      confirm: () => update('isAdmin', { isAdmin: false }, `${username} is no longer an admin`),
    });
  const makeAdmin = () =>
    setQuestion({
      title: `Make ${username} an admin?`,
      text: 'Admins can see and change everything in this panel, including other admins.',
      confirmLabel: 'Make admin',
      confirm: () => update('isAdmin', { isAdmin: true }, `${username} is an admin`),
    });
  const confirm = async () => {
    await question?.confirm();
    setQuestion(null);
  };
  const idle = (field: 'verified' | 'isAdmin' | 'status') => ({
    busy: updating === field,
    disabled: updating !== null && updating !== field,
  });

  return (
    <div className="flex flex-col gap-3">
      <MemberTypeForm
        value={user.memberType}
        isBusy={updating === 'memberType'}
        onSave={(memberType) => void update('memberType', { memberType }, 'Member type updated')}
      />
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {user.verified ? (
          <Action
            icon={<RotateCcw />}
            {...idle('verified')}
            onClick={() => void update('verified', { verified: false }, `${username} is no longer verified`)}
          >
            Remove verification
          </Action>
        ) : (
          <Action
            primary
            icon={<BadgeCheck />}
            {...idle('verified')}
            onClick={() => void update('verified', { verified: true }, `${username} is verified`)}
          >
            Verify
          </Action>
        )}
        {user.isAdmin ? (
          <Action icon={<ShieldMinus />} {...idle('isAdmin')} onClick={removeAdmin}>
            Remove admin access
          </Action>
        ) : (
          <Action icon={<ShieldPlus />} {...idle('isAdmin')} onClick={makeAdmin}>
            Make admin
          </Action>
        )}
        {user.status === 'suspended' ? (
          <Action
            primary
            icon={<RotateCcw />}
            {...idle('status')}
            onClick={() => void update('status', { status: 'active' }, `${username} is restored`)}
          >
            Restore
          </Action>
        ) : (
          <Action icon={<Ban />} danger {...idle('status')} onClick={suspend}>
            Suspend
          </Action>
        )}
      </div>
      <ConfirmDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        danger={question?.confirmLabel !== 'Make admin'}
        title={question?.title ?? ''}
        confirmLabel={question?.confirmLabel ?? ''}
        busy={updating !== null}
        onConfirm={() => void confirm()}
      >
        {question?.text}
      </ConfirmDialog>
    </div>
  );
};

interface ActionProps {
  icon: ReactNode;
  primary?: boolean;
  danger?: boolean;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Action = ({ icon, primary, danger, children, ...button }: ActionProps) => (
  <Button {...button} variant={primary ? 'primary' : 'secondary'} className={danger ? 'text-danger-text!' : undefined}>
    <span aria-hidden className="[&>svg]:size-4.5">
      {!button.busy && icon}
    </span>
    {children}
  </Button>
);

const MAX_TYPE_LENGTH = 40;

interface MemberTypeFormProps {
  value: string;
  isBusy: boolean;
  onSave: (memberType: string) => void;
}

/** The label that a member sees in the header of the shop. */
const MemberTypeForm = ({ value, isBusy, onSave }: MemberTypeFormProps) => {
  const [typed, setTyped] = useState(value);
  const [saved, setSaved] = useState(value);
  if (saved !== value) {
    setSaved(value);
    setTyped(value);
  }
  const isEmpty = typed.trim() === '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && typed.trim() !== value) onSave(typed.trim());
  };
  return (
    <form onSubmit={save} className="flex items-start gap-2">
      <TextField
        label="Member type"
        autoComplete="off"
        maxLength={MAX_TYPE_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isEmpty ? 'Enter a member type' : undefined}
        className="flex-1"
      />
      <Button type="submit" busy={isBusy} disabled={isEmpty || typed.trim() === value} className="mt-6.5">
        Save
      </Button>
    </form>
  );
};
