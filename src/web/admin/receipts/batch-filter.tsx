import { X } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface BatchFilterProps {
  value: string;
  onChange: (batch: string) => void;
}

/** Shows the recall list of a batch: receipts from paid on (behavior 7.20). Applied on Enter, because a batch is exact. */
export const BatchFilter = ({ value, onChange }: BatchFilterProps) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed.trim());
  };
  return (
    <form onSubmit={apply} className="min-w-0 max-sm:basis-full sm:w-52">
      <TextField
        label="Recall list of a batch"
        hideLabel
        placeholder="Recall a batch"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        trailing={
          value !== '' && (
            <IconButton label="Show all batches" onClick={() => onChange('')}>
              <X aria-hidden />
            </IconButton>
          )
        }
      />
    </form>
  );
};
