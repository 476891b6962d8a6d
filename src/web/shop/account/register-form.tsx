import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { register, registerForm } from '#contract/users.ts';
import { ApiError, call } from '../../api/client.ts';
import { useShop } from '../../api/queries/settings.ts';
import { startSession } from '../../app/session.ts';
import { forgetGate, forgetRegistration, keepRegistration, keptRegistration } from '../../browser/storage.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { carryToast, toast } from '../../ui/toast.ts';
import { FormActions, FormFailure } from './form-parts.tsx';

/** An answer that says nothing of its own, and no answer at all (specification §8). */
const FAILED = 'Registration failed';
const NO_ANSWER = 'Registration failed. Please try again.';

/** Stage 5 of the customer flow (specification §2, §5, §8; the age tick of decisions §3). */
export const RegisterForm = ({ onBack }: { onBack: () => void }) => {
  const { minimumAge } = useShop();
  const resolver = useMemo(() => standardSchemaResolver(registerForm(minimumAge)), [minimumAge]);
  const [draft] = useState(() => keptRegistration());
  useEffect(() => forgetRegistration(), []);
  const form = useForm({
    resolver,
    defaultValues: {
      ...draft,
      password: '',
      confirmPassword: '',
      ageConfirmed: false,
    },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const busy = isSubmitting || isSubmitSuccessful;

  const fail = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined;
    const said = error instanceof ApiError && error.hasWords ? error.message : FAILED;
    toast({ title: 'Registration Failed', description: said, kind: 'error' });
    if (code === 'username_taken') form.setError('username', { message: said }, { shouldFocus: true });
    else if (code === 'email_taken') form.setError('email', { message: said }, { shouldFocus: true });
    else form.setError('root', { message: said });
    if (code === 'gate_needed') {
      // The gate's cookie has run out while this tab still remembered it: the way on leads through the gate and back.
      carryToast({ title: 'Registration Failed', description: said, kind: 'error' });
      keepRegistration(form.getValues());
      forgetGate();
      window.location.reload();
    }
  };

  const signUp = form.handleSubmit(async ({ confirmPassword: _, ...body }) => {
    try {
      const { user, token } = await call(register, { body, fallback: NO_ANSWER });
      startSession(user, token, { title: 'Registration Successful', description: `Welcome, ${user.username}!` });
    } catch (error) {
      fail(error);
    }
  });

  return (
    <form noValidate onSubmit={signUp} className="appear flex flex-col gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        verbatim
        autoFocus
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label="Telegram Username (optional)"
        autoComplete="off"
        verbatim
        error={errors.signalUsername?.message}
        {...form.register('signalUsername')}
      />
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
      </div>
      <Checkbox
        label={`I am ${minimumAge} or older`}
        error={errors.ageConfirmed?.message}
        {...form.register('ageConfirmed')}
      />
      <FormFailure text={errors.root?.message} />
      <FormActions busy={busy} label="Register" busyLabel="Creating account..." onBack={onBack} />
    </form>
  );
};
