import { resetPassword, resetPasswordForm } from '#contract/users.ts';
import { forgetMember } from '../../api/queries/users.ts';
import { paths, redirectTo } from '../../browser/paths.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { carryToast } from '../../ui/toast.ts';
import { AuthLayout } from '../gate/auth-layout.tsx';
import { FormFailure, NewPasswordFields } from './account-fields.tsx';

/** /reset/{token}: sets a new password with a one-time link from an admin (behavior 3.6). */
export default function ResetPasswordPage({ token }: { token: string }) {
  usePageTitle('New password');
  const { submit, field, isBusy, failure } = useEndpointForm(resetPassword, {
    schema: resetPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    toInput: ({ password }) => ({ token, password }),
    fallback: 'The password could not be changed.',
    leavesPage: true,
    onDone: async () => {
      // The reset ended all sessions of the account, including one in this browser.
      await forgetMember();
      carryToast({ title: 'Password changed', description: 'Log in with your new password.', kind: 'success' });
      redirectTo(paths.home);
    },
  });
  return (
    <AuthLayout>
      <p className="-mt-3 text-center text-muted">Choose a new password. The link works once.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <NewPasswordFields
          password={{ label: 'New Password', autoFocus: true, ...field('password') }}
          confirmation={field('confirmPassword')}
        />
        <FormFailure text={failure} />
        <Button type="submit" variant="primary" size="lg" wide busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save Password'}
        </Button>
      </form>
    </AuthLayout>
  );
}
