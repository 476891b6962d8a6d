import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { passwordOnly } from '#contract/account-forms.ts';
import { login, type User } from '#contract/users.ts';
import { messageOf } from '../api/client.ts';
import { useShop } from '../api/queries/settings.ts';
import { forgetMember, userQuery } from '../api/queries/users.ts';
import { renewSession } from '../api/session-state.ts';
import { storeSignIn } from '../browser/storage.ts';
import { useEndpointForm } from '../shared/endpoint-form.ts';
import { PasskeyButton } from '../shared/passkey-button.tsx';
import { canUsePasskeys } from '../shared/passkey-support.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFailure } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast, useToasts } from '../ui/toast.ts';

interface LogInAgainProps {
  /** The user who was signed in. */
  username: string;
  open: boolean;
  onClose: () => void;
}

type SignedIn = User & { token: string };

/** Logs in over the page after the session has ended. Page and cart stay, and what was refused is repeated (behavior 3.21). */
export default function LogInAgain({ username, open, onClose }: LogInAgainProps) {
  const queryClient = useQueryClient();
  const hasEntered = useRef(false);
  const enter = async ({ token, ...user }: SignedIn) => {
    if (user.username !== username) {
      // Another account sees nothing of this one.
      await forgetMember();
      storeSignIn(user, token);
      window.location.reload();
      return;
    }
    storeSignIn(user, token);
    queryClient.setQueryData(userQuery.queryKey, user);
    hasEntered.current = true;
    onClose();
  };
  const goOn = useEffectEvent(async () => {
    const [failure] = await renewSession();
    void queryClient.invalidateQueries();
    if (failure) {
      toast({ title: 'Error', description: messageOf(failure, 'Please try again.'), kind: 'error' });
      return;
    }
    // The repeated call may have said that it is done.
    const { shown } = useToasts.getState();
    const done = shown?.kind === 'success' ? ` ${shown.description}` : '';
    toast({ title: 'Login Successful', description: `Welcome back, ${username}!${done}`, kind: 'success' });
  });
  useEffect(() => {
    // The dialog is closed and has returned the focus, which a form may want now.
    if (open || !hasEntered.current) return;
    hasEntered.current = false;
    void goOn();
  }, [open]);
  return (
    <Dialog open={open} onClose={onClose} size="sm" title="Log in again">
      <LoginForm username={username} onDone={enter} />
    </Dialog>
  );
}

const LoginForm = ({ username, onDone }: { username: string; onDone: (signedIn: SignedIn) => Promise<void> }) => {
  const withPasskey = canUsePasskeys(useShop());
  const { submit, field, isBusy, failure } = useEndpointForm(login, {
    schema: passwordOnly,
    defaultValues: { password: '' },
    toInput: ({ password }) => ({ username, password }),
    fallback: 'Login failed',
    onDone,
    onFailure: () => ({ focus: 'password' }),
  });
  const asSomeoneElse = async () => {
    await forgetMember();
    window.location.reload();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">
        Your session has ended. Log in as <strong className="font-semibold break-words text-text">{username}</strong> to
        go on where you are.
      </p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" data-autofocus {...field('password')} />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" wide busy={isBusy}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
      {withPasskey && (
        <PasskeyButton
          label="Sign in with a passkey"
          sign={async () => {
            const { signInByPasskey } = await import('../api/queries/passkeys.ts');
            await onDone(await signInByPasskey());
          }}
          canceled="No passkey was used. Try again, or type your password."
        />
      )}
      <Button variant="ghost" size="sm" className="self-center" onClick={() => void asSomeoneElse()}>
        Log in as someone else
      </Button>
    </form>
  );
};
