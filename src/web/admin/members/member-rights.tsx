import { BadgeCheck, Ban, RotateCcw, ShieldMinus, ShieldPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MemberTypeForm } from './member-type-form.tsx';
import { useChangeUser } from './use-change-user.ts';

interface Question {
  title: string;
  text: string;
  confirmLabel: string;
  ask: () => Promise<unknown>;
}

/** Member type, verification, admin right and suspension of one account (decisions §3). */
export const MemberRights = ({ user, onChanged }: { user: AdminUser; onChanged: (user: AdminUser) => void }) => {
  const { change, changing, refusal } = useChangeUser(user, onChanged);
  const [question, setQuestion] = useState<Question | null>(null);
  const { username } = user;

  const suspend = () =>
    setQuestion({
      title: `Suspend ${username}?`,
      text: 'Every session ends at once, and logging in is refused until the account is restored. Receipts and points stay.',
      confirmLabel: `Suspend ${username}`,
      ask: () => change('status', { status: 'suspended' }, `${username} is suspended`),
    });
  const removeAdmin = () =>
    setQuestion({
      title: `Take the admin right from ${username}?`,
      text: 'Every session ends at once. The account stays as that of a member.',
      confirmLabel: 'Remove admin',
      ask: () => change('isAdmin', { isAdmin: false }, `${username} is no longer an admin`),
    });
  const makeAdmin = () =>
    setQuestion({
      title: `Make ${username} an admin?`,
      text: 'An admin sees and changes everything in this panel, other admins included.',
      confirmLabel: 'Make admin',
      ask: () => change('isAdmin', { isAdmin: true }, `${username} is an admin`),
    });
  const answer = async () => {
    await question?.ask();
    setQuestion(null);
  };
  const idle = (field: 'verified' | 'isAdmin' | 'status') => ({
    busy: changing === field,
    disabled: changing !== null && changing !== field,
  });

  return (
    <div className="flex flex-col gap-3">
      <MemberTypeForm
        value={user.memberType}
        isBusy={changing === 'memberType'}
        onSave={(memberType) => void change('memberType', { memberType }, 'Member type updated')}
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
            onClick={() => void change('verified', { verified: false }, `${username} is no longer verified`)}
          >
            Take verification back
          </Action>
        ) : (
          <Action
            primary
            icon={<BadgeCheck />}
            {...idle('verified')}
            onClick={() => void change('verified', { verified: true }, `${username} is verified`)}
          >
            Verify
          </Action>
        )}
        {user.isAdmin ? (
          <Action icon={<ShieldMinus />} {...idle('isAdmin')} onClick={removeAdmin}>
            Remove admin
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
            onClick={() => void change('status', { status: 'active' }, `${username} is restored`)}
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
        busy={changing !== null}
        onConfirm={() => void answer()}
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
