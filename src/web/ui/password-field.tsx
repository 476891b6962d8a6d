import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#domain/constants.ts';
import type { FieldProps } from './field.tsx';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & FieldProps;

/**
 * The rules for a new password, from the start. Below an error that says only that it is easy to guess, the hint names
 * the other rules. Any other error says it all.
 */
export const newPasswordHint = (error: string | undefined): string | undefined => {
  if (error === undefined) return `At least ${PASSWORD_MIN_LENGTH} characters.`;
  return /easy to guess/.test(error)
    ? 'Common passwords are refused, and so are your own name, the name of the shop and its codes, also with digits or spaces. Several words that do not belong together are good.'
    : undefined;
};

/**
 * A password field that can show its characters, and that warns when Caps Lock is on.
 * Set `autoComplete` ("current-password", "new-password") for password managers.
 */
export const PasswordField = ({ hint, onKeyDown, onKeyUp, onBlur, ...field }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  // Events from password managers have no modifier state.
  const watch = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsLock(event.nativeEvent instanceof globalThis.KeyboardEvent && event.getModifierState('CapsLock'));
  return (
    <TextField
      verbatim
      {...field}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? 'Caps Lock is on' : hint}
      onKeyDown={(event) => {
        watch(event);
        onKeyDown?.(event);
      }}
      onKeyUp={(event) => {
        watch(event);
        onKeyUp?.(event);
      }}
      onBlur={(event) => {
        setCapsLock(false);
        onBlur?.(event);
      }}
      trailing={
        <button
          type="button"
          aria-label={shown ? 'Hide characters' : 'Show characters'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
        >
          {shown ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
        </button>
      }
    />
  );
};
