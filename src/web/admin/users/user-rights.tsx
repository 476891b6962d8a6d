import type { FormEvent } from 'react';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RoleForm } from './role-form.tsx';
import { StatusForm } from './status-form.tsx';
import { type UserFormProps, UserPart, useDraft } from './user-part.tsx';
import { VerificationForm } from './verification-form.tsx';

interface UserRightsProps extends UserFormProps {
  /** False if the drawer shows the verification elsewhere, or members need none. */
  hasVerification: boolean;
}

/** An owner changes member type, verification, suspension and role here (behavior 3.7). */
export const UserRights = ({ hasVerification, ...form }: UserRightsProps) => (
  <>
    <MemberTypeForm {...form} />
    {hasVerification && <VerificationForm {...form} />}
    <StatusForm {...form} />
    <RoleForm {...form} />
  </>
);

const MAX_TYPE_LENGTH = 40;

/** The label that a member sees in the header of the shop. */
const MemberTypeForm = ({ user: { memberType }, updates: { update, buttonState, refusalOf } }: UserFormProps) => {
  const [typed, setTyped] = useDraft(memberType);
  const isEmpty = typed.trim() === '';
  const isSame = typed.trim() === memberType;
  useUnsaved('Member type', !isSame);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !isSame) {
      void update('memberType', { memberType: typed.trim() }, 'Member type updated', { memberType });
    }
  };
  const { busy, disabled } = buttonState('memberType');
  return (
    <UserPart title="Membership" refusal={refusalOf('memberType')}>
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
        <Button type="submit" busy={busy} disabled={disabled || isEmpty || isSame} className="mt-6.5">
          Save
        </Button>
      </form>
    </UserPart>
  );
};
