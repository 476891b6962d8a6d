import { useState } from 'react';
import type { AdminUser } from '#contract/users.admin.ts';
import { mayOpenPanel, ROLES, type Role } from '#domain/permissions.ts';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ROLE_LABELS } from '../panel-role.ts';
import { type UserFormProps, UserPart, useDraft } from './user-part.tsx';

const OPTIONS = ROLES.map((value) => ({ value, title: ROLE_LABELS[value].name, text: ROLE_LABELS[value].purpose }));

/** The role of an account. A change asks first, because it ends the user's sessions (behavior 3.5, 3.10). */
export const RoleForm = ({ user, updates: { update, buttonState, refusalOf } }: UserFormProps) => {
  const [chosen, setChosen] = useDraft(user.role);
  useUnsaved('Role', chosen !== user.role);
  const [isAsking, setAsking] = useState(false);
  const { name } = ROLE_LABELS[chosen];

  const change = async () => {
    const isChanged = await update('role', { role: chosen }, `${user.username}: ${name}`);
    setAsking(false);
    if (!isChanged) setChosen(user.role);
  };
  return (
    <UserPart title="Role" refusal={refusalOf('role')}>
      <RadioCards
        label="Role"
        value={chosen}
        onChange={setChosen}
        options={OPTIONS}
        className="grid-flow-row! sm:grid-cols-2"
      />
      <Button
        {...buttonState('role')}
        disabled={chosen === user.role || buttonState('role').disabled}
        onClick={() => setAsking(true)}
        className="mt-1 self-start"
      >
        Change role
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        danger={!mayOpenPanel(chosen)}
        title={`Change ${user.username} to ${name}?`}
        confirmLabel={`Change to ${name}`}
        busy={buttonState('role').busy}
        onConfirm={() => void change()}
      >
        {consequences(user, chosen)}
      </ConfirmDialog>
    </UserPart>
  );
};

/** The effects of the new role for the user. */
const consequences = ({ username, role }: AdminUser, chosen: Role): string => {
  const meaning = mayOpenPanel(chosen) ? ROLE_LABELS[chosen].purpose : 'Takes away all access to the panel.';
  const links = mayOpenPanel(role) ? ' Reset links that they made stop working.' : '';
  return `${meaning} This signs ${username} out everywhere.${links}`;
};
