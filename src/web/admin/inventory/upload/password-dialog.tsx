import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { login } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { userQuery } from '../../../api/queries/users.ts';
import { storeSignIn } from '../../../browser/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

/**
 * Asks for the admin's password if no token is stored, and logs in with it (behavior 10.6). `ask` resolves with whether
 * there is a token now. A refused login or a closed dialog counts as no.
 */
export const usePasswordQuestion = () => {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const answer = useRef<(signedIn: boolean) => void>(undefined);

  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setOpen(true);
    });
  const settle = (signedIn: boolean) => {
    setOpen(false);
    answer.current?.(signedIn);
    answer.current = undefined;
  };
  const username = queryClient.getQueryData(userQuery.queryKey)?.username ?? '';
  const signIn = async (password: string) => {
    setBusy(true);
    try {
      const { token, ...user } = await call(login, { body: { username, password } });
      storeSignIn(user, token);
      settle(user.isAdmin);
    } catch {
      settle(false);
    } finally {
      setBusy(false);
    }
  };
  return { open, busy, username, ask, signIn, close: () => settle(false) };
};

export const PasswordDialog = ({ question }: { question: ReturnType<typeof usePasswordQuestion> }) => {
  const { open, busy, username, signIn, close } = question;
  const [password, setPassword] = useState('');
  return (
    <Dialog open={open} onClose={close} title="Confirm your password" size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setPassword('');
          void signIn(password);
        }}
      >
        <p className="text-muted">
          You are no longer logged in on this browser. Log in as <strong className="text-text">{username}</strong> to
          continue with the upload.
        </p>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Logging in...' : 'Login'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
