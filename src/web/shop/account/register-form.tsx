import { useEffect, useMemo, useState } from 'react';
import { registerForm } from '#contract/account-forms.ts';
import { register } from '#contract/users.ts';
import { chatLink } from '#domain/chat-link.ts';
import { ApiError } from '../../api/client.ts';
import { useShop } from '../../api/queries/settings.ts';
import { clearGatePassed, clearRegistration, storedRegistration, storeRegistration } from '../../browser/storage.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { useSession } from '../../shared/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { carryToast, toast } from '../../ui/toast.ts';
import {
  EmailField,
  FormActions,
  FormTitle,
  NewPasswordFields,
  reservedNameFailure,
  TelegramField,
  USERNAME_LETTERS,
  UsernameField,
} from './account-fields.tsx';

/** Creates an account (behavior 3.3). */
export default function RegisterForm({ onBack }: { onBack: () => void }) {
  const { minimumAge, telegramSeller } = useShop();
  const { signIn } = useSession();
  const schema = useMemo(() => registerForm(minimumAge), [minimumAge]);
  const [draft] = useState(() => storedRegistration());
  useEffect(() => clearRegistration(), []);
  /** The device made too many accounts, or tried to. The wait can be an hour. */
  const [isLimited, setLimited] = useState(false);

  const { submit, field, isBusy, failure } = useEndpointForm(register, {
    schema,
    defaultValues: { ...draft, password: '', confirmPassword: '', ageConfirmed: false },
    toInput: ({ confirmPassword: _, ...body }) => body,
    fallback: 'Registration failed. Please try again.',
    leavesPage: true,
    onDone: ({ user, token }) =>
      signIn(user, token, { title: 'Registration Successful', description: `Welcome, ${user.username}!` }),
    errorFields: { username_taken: 'username', email_taken: 'email', weak_password: 'password' },
    onFailure: (error, form) => {
      const hasMessage = error instanceof ApiError && error.hasMessage;
      const message = hasMessage ? error.message : 'Registration failed';
      const failed = { title: 'Registration Failed', kind: 'error' } as const;
      // The form says why.
      toast(failed);
      setLimited(error instanceof ApiError && error.code === 'rate_limited');
      if (error instanceof ApiError && error.code === 'gate_needed') {
        // The gate's cookie has expired. The visitor passes the gate again and continues with the stored draft.
        carryToast({ ...failed, description: message });
        storeRegistration(form.getValues());
        clearGatePassed();
        window.location.reload();
      }
      const explained = error instanceof ApiError && !hasMessage && error.status !== null;
      return { message: explained ? `${message}. ${error.message}` : message, ...reservedNameFailure(error) };
    },
  });

  return (
    <form noValidate onSubmit={submit} className="appear flex flex-col gap-4">
      <FormTitle>Create an account</FormTitle>
      <UsernameField
        autoFocus
        {...field('username')}
        hint={field('username').error ? undefined : `${USERNAME_LETTERS}.`}
      />
      <EmailField
        {...field('email')}
        hint={field('email').error ? undefined : 'So that the seller knows you if you lose your password.'}
      />
      <TelegramField {...field('signalUsername')} />
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <NewPasswordFields
          password={{ label: 'Password', ...field('password') }}
          confirmation={field('confirmPassword')}
        />
      </div>
      <Checkbox label={`I am ${minimumAge} or older`} {...field('ageConfirmed')} />
      <FormFailure text={failure}>
        {isLimited && telegramSeller && (
          <p>
            Can't wait?{' '}
            <a className="link" href={chatLink(telegramSeller)} target="_blank" rel="noreferrer">
              Message the seller
            </a>
          </p>
        )}
      </FormFailure>
      <FormActions busy={isBusy} label="Register" busyLabel="Creating account..." onBack={onBack} />
    </form>
  );
}
