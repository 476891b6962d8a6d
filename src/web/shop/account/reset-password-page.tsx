import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { resetPassword, resetPasswordForm } from '#contract/users.ts';
import { call, messageOf } from '../../api/client.ts';
import { forgetMember } from '../../api/offline/forget-member.ts';
import { paths, redirectTo } from '../../browser/paths.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { carryToast } from '../../ui/toast.ts';
import { Door } from '../gate/door.tsx';
import { FormFailure } from './form-parts.tsx';

/** /reset/{token}: a one-time link from an admin sets a new password (decisions §3); no gate before it. */
export default function ResetPasswordPage({ token }: { token: string }) {
  usePageTitle('New password');
  const form = useForm({
    resolver: standardSchemaResolver(resetPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const busy = isSubmitting || isSubmitSuccessful;

  const save = form.handleSubmit(async ({ password }) => {
    try {
      await call(resetPassword, { body: { token, password } });
    } catch (error) {
      form.setError('root', { message: messageOf(error, 'The password could not be changed.') });
      return;
    }
    // Every session of the account has ended, the one in this browser too.
    await forgetMember();
    carryToast({ title: 'Password changed', description: 'Log in with your new password.', kind: 'success' });
    redirectTo(paths.home);
  });

  return (
    <Door>
      <p className="-mt-3 text-center text-muted">Choose a new password. The link works once.</p>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          autoFocus
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        <FormFailure text={errors.root?.message} />
        <Button type="submit" variant="primary" size="lg" wide busy={busy}>
          {busy ? 'Saving...' : 'Save Password'}
        </Button>
      </form>
    </Door>
  );
}
