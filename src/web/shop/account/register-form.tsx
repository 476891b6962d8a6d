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
import { cx } from '../../ui/cx.ts';
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
export default function RegisterForm({ onBack, onLogIn }: { onBack: () => void; onLogIn: (username: string) => void }) {
  const { minimumAge, telegramSeller } = useShop();
  const { signIn } = useSession();
  const schema = useMemo(() => registerForm(minimumAge), [minimumAge]);
  const [draft] = useState(() => storedRegistration());
  useEffect(() => clearRegistration(), []);
  /** What an account has already: this person may be its owner. */
  const [taken, setTaken] = useState<'username' | 'email' | null>(null);
  /** The words about easy passwords need the whole width. They keep it, so that no field moves while one types. */
  const [isWeak, setWeak] = useState(false);
  /** The device made too many accounts, or tried to. The wait can be an hour. */
  const [isLimited, setLimited] = useState(false);

  const { form, submit, field, isBusy, failure } = useEndpointForm(register, {
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
      const code = error instanceof ApiError ? error.code : undefined;
      setLimited(code === 'rate_limited');
      setTaken(code === 'username_taken' ? 'username' : code === 'email_taken' ? 'email' : null);
      if (code === 'weak_password') setWeak(true);
      if (code === 'gate_needed') {
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

  const logInInstead = (name: 'username' | 'email', username: string) =>
    field(name).error !== undefined && (
      <button
        type="button"
        onClick={() => onLogIn(username)}
        className="link min-h-6 self-start text-sm pointer-coarse:min-h-11"
      >
        Log in instead
      </button>
    );

  return (
    <form noValidate onSubmit={submit} className="appear flex flex-col gap-4">
      <FormTitle>Create an account</FormTitle>
      <UsernameField
        autoFocus
        {...field('username')}
        hint={field('username').error ? undefined : `${USERNAME_LETTERS}.`}
        below={taken === 'username' && logInInstead('username', form.getValues('username'))}
      />
      <EmailField
        {...field('email')}
        hint={field('email').error ? undefined : 'So that the seller knows you if you lose your password.'}
        below={taken === 'email' && logInInstead('email', '')}
      />
      <TelegramField {...field('signalUsername')} />
      <div className={cx('grid gap-4', !isWeak && 'sm:grid-cols-2 sm:gap-3')}>
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
