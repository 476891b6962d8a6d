import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { changePasswordForm } from '#contract/users.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { saveProfile } from '../../api/queries/users.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { FormFailure } from './form-parts.tsx';

/** A new password for whoever knows the present one; it ends the member's other sessions (decisions §3). */
export const PasswordForm = () => {
  const { username } = useMember();
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: standardSchemaResolver(changePasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await saveProfile(queryClient, { currentPassword, newPassword: password });
      form.reset();
      toast({ title: 'Password changed', description: 'You are signed out everywhere else.', kind: 'success' });
    } catch (error) {
      const said = messageOf(error, 'The password could not be changed.');
      const isWrong = error instanceof ApiError && error.code === 'wrong_current_password';
      if (isWrong) form.setError('currentPassword', { message: said }, { shouldFocus: true });
      else form.setError('root', { message: said });
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {/* Password managers must know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="New Password"
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
      <FormFailure text={errors.root?.message} />
      <Button type="submit" busy={isSubmitting} className="self-start">
        {isSubmitting ? 'Saving...' : 'Change password'}
      </Button>
    </form>
  );
};
