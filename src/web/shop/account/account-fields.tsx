import { ArrowLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { RESERVED_NAME } from '#contract/users.ts';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { newPasswordHint, PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

/* The parts that the forms of an account share. A field takes the props of `field(name)` (shared/endpoint-form.ts). */

/** The purpose of a sign-in form, below the name of the shop. */
export const FormTitle = ({ children }: { children: ReactNode }) => (
  <h2 className="-mt-2 text-center text-lg font-semibold text-text">{children}</h2>
);

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** The characters of a user name. An e-mail address has an @, so it is none. */
export const USERNAME_LETTERS = 'Letters, digits, dots, dashes and underscores';

export const UsernameField = (props: FieldProps) => (
  <TextField label="Username" autoComplete="username" verbatim {...props} />
);

/**
 * Says that a refusal belongs to the field of the user name, if the name is one of the shop's own (behavior 3.3). The
 * refusal has the code of all invalid input, so the code alone does not tell.
 */
export const reservedNameFailure = (error: unknown): { field?: 'username' } =>
  error instanceof ApiError && error.message === RESERVED_NAME ? { field: 'username' } : {};

export const EmailField = (props: FieldProps) => (
  <TextField label="Email" type="email" autoComplete="email" {...props} />
);

export const TelegramField = (props: FieldProps) => (
  <TextField
    label="Telegram Username (optional)"
    hint="So that the seller can write to you about your orders."
    autoComplete="off"
    verbatim
    {...props}
  />
);

type PasswordProps = ComponentProps<typeof PasswordField>;

/** The password that the member has now. */
export const CurrentPasswordField = (props: PasswordProps) => (
  <PasswordField autoComplete="current-password" {...props} />
);

/** A new password, typed twice. */
export const NewPasswordFields = ({
  password,
  confirmation,
}: {
  password: PasswordProps;
  confirmation: FieldProps;
}) => (
  <>
    <PasswordField autoComplete="new-password" hint={newPasswordHint(password.error)} {...password} />
    <PasswordField label="Confirm Password" autoComplete="new-password" {...confirmation} />
  </>
);

/** Tells password managers whose password a form is about. */
export const HiddenUsername = ({ username }: { username: string }) => (
  <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
);

interface FormActionsProps {
  busy: boolean;
  label: string;
  busyLabel: string;
  onBack: () => void;
  /** Another way to do the same. */
  children?: ReactNode;
}

/** The button that sends the form, and the way back. */
export const FormActions = ({ busy, label, busyLabel, onBack, children }: FormActionsProps) => (
  <div className="mt-1 flex flex-col gap-2">
    <Button type="submit" variant="primary" size="lg" wide busy={busy}>
      {busy ? busyLabel : label}
    </Button>
    {children}
    <Button variant="ghost" size="sm" className="self-center" onClick={onBack}>
      <ArrowLeft aria-hidden className="size-4" />
      Back
    </Button>
  </div>
);
