import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

const LONGEST = 40;

interface MemberTypeFormProps {
  value: string;
  isBusy: boolean;
  onSave: (memberType: string) => void;
}

/** The label that a member carries in the shop's header. */
export const MemberTypeForm = ({ value, isBusy, onSave }: MemberTypeFormProps) => {
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
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isEmpty ? 'A member type is needed' : undefined}
        className="flex-1"
      />
      <Button type="submit" busy={isBusy} disabled={isEmpty || typed.trim() === value} className="mt-6.5">
        Save
      </Button>
    </form>
  );
};
