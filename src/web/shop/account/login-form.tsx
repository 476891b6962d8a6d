import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { errorText } from '#contract/errors.ts';
import { login, loginInput } from '#contract/users.ts';
import { ApiError, call, isSignedOut } from '../../api/client.ts';
import { startSession } from '../../app/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { FormActions, FormFailure } from './form-parts.tsx';

/** No answer, or one without words (specification §8). */
const FAILED = 'Login failed';

/** Stage 4 of the customer flow (specification §2, §5, §8). */
export const LoginForm = ({ onBack }: { onBack: () => void }) => {
  const form = useForm({
    resolver: standardSchemaResolver(loginInput),
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const busy = isSubmitting || isSubmitSuccessful;

  const signIn = form.handleSubmit(async (body) => {
    try {
      const { token, ...user } = await call(login, { body, fallback: FAILED });
      startSession(user, token, { title: 'Login Successful', description: `Welcome back, ${user.username}!` });
    } catch (error) {
      const said = error instanceof ApiError && error.hasWords ? error.message : FAILED;
      // The form says what to do; the toast repeats what the server said.
      form.setError('root', { message: isSignedOut(error) ? errorText('wrong_credentials') : said });
      toast({ title: 'Login Failed', description: said, kind: 'error' });
      form.setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <form noValidate onSubmit={signIn} className="appear flex flex-col gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        verbatim
        autoFocus
        error={errors.username?.message}
        {...form.register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <FormFailure text={errors.root?.message} />
      <FormActions busy={busy} label="Login" busyLabel="Logging in..." onBack={onBack} />
    </form>
  );
};
