import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { controlClass, Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const chip =
  'inline-flex h-8 max-w-full items-center gap-1 rounded-full border px-3 text-sm pointer-coarse:h-11 [&>svg]:size-3.5';

interface OfferedProps {
  values: readonly string[];
  isChosen: (value: string) => boolean;
  onChoose: (value: string) => void;
}

/** Values that others have, each one press away. They are beside a field, which takes any other value. */
const Offered = ({ values, isChosen, onChoose }: OfferedProps) =>
  values.length === 0 ? null : (
    <div className="-mx-1 flex flex-wrap gap-1.5 px-1">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={isChosen(value)}
          onClick={() => onChoose(value)}
          className={cx(
            chip,
            'border-edge text-muted hover:border-text hover:text-text',
            'aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent-text',
          )}
        >
          <span className="truncate">{value}</span>
        </button>
      ))}
    </div>
  );

interface FactFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  offered: readonly string[];
  error: string | undefined;
  autoFocus?: boolean;
}

/** One fact as a word of one's own, or as one of the chips. A press on the chosen chip takes it away. */
export const FactField = ({ label, value, onChange, offered, error, autoFocus }: FactFieldProps) => (
  <TextField
    label={label}
    autoComplete="off"
    maxLength={100}
    value={value}
    error={error}
    data-autofocus={autoFocus || undefined}
    onChange={({ target }) => onChange(target.value)}
    below={
      <Offered
        values={offered}
        isChosen={(each) => each === value.trim()}
        onChoose={(each) => onChange(each === value.trim() ? '' : each)}
      />
    }
  />
);

interface TagsFieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  offered: readonly string[];
  error: string | undefined;
}

/** Tags as chips. Enter, a comma, or leaving the field makes a chip of what is typed. */
export const TagsField = ({ value, onChange, offered, error }: TagsFieldProps) => {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    const words = text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
    setText('');
    if (words.length > 0) onChange([...new Set([...value, ...words])]);
  };
  const remove = (tag: string) => {
    onChange(value.filter((each) => each !== tag));
    input.current?.focus();
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key === 'Enter' && text.trim() !== '') || event.key === ',') {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1));
  };
  return (
    <Field label="Tags" error={error} hint="Enter makes a tag of what is typed.">
      {(ties) => (
        <>
          <div
            className={cx(
              controlClass,
              'flex h-auto min-h-11 flex-wrap items-center gap-1.5 py-1 focus-within:outline-2 focus-within:outline-accent-text',
              error && 'border-danger',
            )}
          >
            {value.length > 0 && (
              <ul className="contents list-none">
                {value.map((tag) => (
                  <li key={tag} className={cx(chip, 'border-line bg-raised pr-0.5 text-text')}>
                    <span className="truncate">{tag}</span>
                    <button
                      type="button"
                      aria-label={`Remove tag ${tag}`}
                      onClick={() => remove(tag)}
                      className="flex size-7 items-center justify-center rounded-full text-muted hover:text-text pointer-coarse:size-10"
                    >
                      <X aria-hidden className="size-3.5" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <input
              ref={input}
              {...ties}
              type="text"
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={keys}
              onBlur={add}
              className="h-8 min-w-24 flex-1 bg-transparent text-base text-text outline-none"
            />
          </div>
          <Offered
            values={offered}
            isChosen={(tag) => value.includes(tag)}
            onChoose={(tag) => (value.includes(tag) ? remove(tag) : onChange([...value, tag]))}
          />
        </>
      )}
    </Field>
  );
};
