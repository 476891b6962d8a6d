import { ArrowLeft } from 'lucide-react';
import { lazy, type ReactNode, useState, useTransition } from 'react';
import { login, type User } from '#contract/users.ts';
import { chatLink } from '#domain/chat-link.ts';
import { WRONG_CREDENTIALS } from '#domain/constants.ts';
import { PASSWORD, USERNAME } from '#domain/needed-text.ts';
import { ApiError, isSignedOut, isTrouble, NO_RESPONSE } from '../../api/client.ts';
import { useShop } from '../../api/queries/settings.ts';
import { useSessionState } from '../../api/session-state.ts';
import { clearGatePassed, panelWish } from '../../browser/storage.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { neededTexts } from '../../shared/form-state.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { PasskeyButton } from '../../shared/passkey-button.tsx';
import { canUsePasskeys } from '../../shared/passkey-support.ts';
import { useSession } from '../../shared/session.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { dismissFailure, toast } from '../../ui/toast.ts';
import { useLayer } from '../../ui/use-layer.ts';
import { AuthLayout } from '../gate/auth-layout.tsx';
import { CurrentPasswordField, FormActions, FormTitle, USERNAME_LETTERS, UsernameField } from './account-fields.tsx';

const RegisterForm = lazy(() => import('./register-form.tsx'));

type FormName = 'login' | 'register';

/** For visitors who passed the gate: choose between login and registration. Users of the panel log in. */
export default function SignInPage() {
  const [form, setForm] = useState<FormName | null>(null);
  const [wantsPanel] = useState(() => panelWish() !== null);
  usePageTitle(form === 'login' ? 'Login' : form === 'register' ? 'Register' : undefined);
  // After "Back" the button that led away gets the focus.
  const [left, setLeft] = useState<FormName | null>(null);
  // The chooser stays until the form is loaded.
  const [isLoading, startTransition] = useTransition();
  const choose = (chosen: FormName) => startTransition(() => setForm(chosen));
  // Typed at registration by somebody who has an account.
  const [username, setUsername] = useState('');
  const logIn = (name: string) => {
    dismissFailure();
    setUsername(name);
    setForm('login');
  };
  const back = () => {
    dismissFailure();
    setLeft(form);
    setForm(null);
  };
  useLayer(form !== null, back);
  return (
    <AuthLayout compact={form === 'register'}>
      {form === 'login' && <LoginForm {...{ wantsPanel, username }} onBack={back} />}
      {form === 'register' && <RegisterForm onBack={back} onLogIn={logIn} />}
      {form === null && (
        <Chooser focused={left ?? (wantsPanel ? 'login' : null)} isLoading={isLoading} onChoose={choose}>
          {wantsPanel && 'The panel opens next.'}
        </Chooser>
      )}
    </AuthLayout>
  );
}

interface ChooserProps {
  /** The button that has the focus. */
  focused: FormName | null;
  /** The form of registration is on its way. */
  isLoading: boolean;
  onChoose: (form: FormName) => void;
  /** More about the choice. */
  children: ReactNode;
}

const Chooser = ({ focused, isLoading, onChoose, children }: ChooserProps) => {
  // The token was refused while the page loaded.
  const { hasEnded } = useSessionState();
  const backToGate = () => {
    clearGatePassed();
    window.location.reload();
  };
  return (
    <div className="appear flex flex-col gap-3">
      <div className="-mt-3 mb-3 text-center text-muted">
        {hasEnded && <p className="font-medium text-text">Your session ended. Please log in again.</p>}
        <p>Select an option to continue</p>
        {children && <p>{children}</p>}
      </div>
      <Button variant="primary" size="lg" wide autoFocus={focused === 'login'} onClick={() => onChoose('login')}>
        Login
      </Button>
      <Button size="lg" wide busy={isLoading} autoFocus={focused === 'register'} onClick={() => onChoose('register')}>
        Register
      </Button>
      <Button variant="ghost" size="sm" className="mt-3 self-center" onClick={backToGate}>
        <ArrowLeft aria-hidden className="size-4" />
        Go Back to Initial Auth
      </Button>
    </div>
  );
};

const loginFields = neededTexts({ username: USERNAME, password: PASSWORD });

/** The message of the toast if no response came, or one without a message. */
const LOGIN_FAILED = 'Login failed';

interface LoginFormProps {
  wantsPanel: boolean;
  username: string;
  onBack: () => void;
}

const LoginForm = ({ wantsPanel, username, onBack }: LoginFormProps) => {
  const { signIn } = useSession();
  const shop = useShop();
  const withPasskey = canUsePasskeys(shop);
  const [isEmail, setEmail] = useState(false);
  const enter = ({ token, ...user }: User & { token: string }) =>
    signIn(user, token, { title: 'Login Successful', description: `Welcome back, ${user.username}!` });
  const { submit, field, isBusy, failure } = useEndpointForm(login, {
    schema: loginFields,
    defaultValues: { username, password: '' },
    fallback: NO_RESPONSE,
    leavesPage: true,
    onDone: enter,
    onFailure: (error) => {
      const message = error instanceof ApiError && error.hasMessage ? error.message : LOGIN_FAILED;
      toast({ title: 'Login Failed', description: message, kind: 'error' });
      if (error instanceof ApiError && error.code === 'passkey_needed') {
        return { message: withPasskey ? message : `${message} Passkeys work at ${shop.passkeyOrigin} only.` };
      }
      // The toast repeats what the server said. The form says what to do.
      if (isTrouble(error)) return {};
      return { message: isSignedOut(error) ? WRONG_CREDENTIALS : message, focus: 'password' };
    },
  });
  return (
    <form noValidate onSubmit={submit} className="appear flex flex-col gap-4">
      <FormTitle>{wantsPanel ? 'Log in to the panel' : 'Log in'}</FormTitle>
      <UsernameField
        autoFocus={!username}
        {...field('username')}
        onInput={({ currentTarget }) => setEmail(currentTarget.value.includes('@'))}
        hint={
          isEmail
            ? `Your username, not your e-mail address. It has no @: ${USERNAME_LETTERS.toLowerCase()}.`
            : undefined
        }
      />
      <CurrentPasswordField label="Password" autoFocus={username !== ''} {...field('password')} />
      <FormFailure text={failure} />
      <FormActions busy={isBusy} label="Login" busyLabel="Logging in..." onBack={onBack}>
        {withPasskey && (
          <PasskeyButton
            size="lg"
            label="Sign in with a passkey"
            sign={async () => {
              // Loaded on the press: most visits need no passkey.
              const { signInByPasskey } = await import('../../api/queries/passkeys.ts');
              enter(await signInByPasskey());
            }}
            canceled="No passkey was used. Try again, or log in with your password."
            leavesPage
          />
        )}
      </FormActions>
      {wantsPanel ? <ForgottenOfPanel /> : <ForgottenPassword seller={shop.telegramSeller} />}
    </form>
  );
};

/** A user of the panel is the seller. */
const ForgottenOfPanel = () => (
  <p className="text-center text-sm text-balance text-muted">
    <span className="block font-medium">Forgot your password?</span>
    Another owner can send you a reset link, or whoever runs the server can set a new password.
  </p>
);

/** A reset link comes from the seller (behavior 3.6). */
const ForgottenPassword = ({ seller }: { seller: string | null }) => (
  <p className="text-center text-sm text-balance text-muted">
    <span className="block font-medium">Forgot your password?</span>
    {seller ? (
      <a className="link" href={chatLink(seller)} target="_blank" rel="noreferrer">
        Message the seller
      </a>
    ) : (
      'Message the seller'
    )}{' '}
    for a reset link.
  </p>
);
