import { BadgeCheck, RotateCcw } from 'lucide-react';
import type { FormEvent } from 'react';
import { formatDay } from '../../browser/dates.ts';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { useVerification } from '../../shared/verification-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { verificationOf } from './use-user-update.ts';
import { type UserFormProps, UserPart, useDraft } from './user-part.tsx';

/** Verifies a membership, possibly until a last day (behavior 3.8). */
export const VerificationForm = ({ user, updates: { update, buttonState, refusalOf } }: UserFormProps) => {
  const { username, verified } = user;
  // The last day of a verification that was removed says nothing about the next one.
  const lastDay = (verified && user.verifiedUntil) || '';
  const [typed, setTyped] = useDraft(lastDay);
  useUnsaved('Verification', typed !== lastDay);
  const setEnd = (day: string) =>
    update(
      'verification',
      { verified: true, verifiedUntil: day || null },
      day ? `${username} is verified through ${formatDay(day)}` : `${username} is verified`,
      verificationOf(user),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void setEnd(typed);
  };
  const remove = () =>
    update('verification', { verified: false }, `${username} is no longer verified`, verificationOf(user));
  const { state, text } = useVerification(user);
  const { busy, disabled } = buttonState('verification');
  return (
    <UserPart title="Verification" refusal={refusalOf('verification')}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label="Valid through"
          aside="optional"
          type="date"
          max="9999-12-31"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          hint={state === 'ended' && text}
          className="max-w-60"
        />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant={verified ? 'secondary' : 'primary'}
            busy={busy}
            disabled={disabled || (verified && typed === lastDay)}
          >
            {!busy && !verified && <BadgeCheck aria-hidden className="size-4.5" />}
            {verified ? 'Set last day' : 'Verify'}
          </Button>
          {lastDay !== '' && (
            <Button disabled={busy || disabled} onClick={() => void setEnd('')}>
              Clear last day
            </Button>
          )}
          {verified && (
            <Button disabled={busy || disabled} onClick={() => void remove()}>
              <RotateCcw aria-hidden className="size-4.5" />
              Remove verification
            </Button>
          )}
        </div>
      </form>
    </UserPart>
  );
};
