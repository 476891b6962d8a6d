import { useQueryClient } from '@tanstack/react-query';
import { changePasswordForm, profileForm } from '#contract/account-forms.ts';
import { updateUser } from '#contract/users.ts';
import { PROFILE_FAILED, saveProfile } from '../../api/queries/users.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import {
  CurrentPasswordField,
  EmailField,
  HiddenUsername,
  NewPasswordFields,
  reservedNameFailure,
  TelegramField,
  UsernameField,
} from './account-fields.tsx';

/** Name, e-mail and Telegram name of the member. */
export const ProfileForm = () => {
  const { username, email, signalUsername } = useMember();
  const queryClient = useQueryClient();
  const { form, submit, field, isBusy, failure } = useEndpointForm(updateUser, {
    schema: profileForm,
    // Another tab may save the profile too.
    values: { username, email, signalUsername },
    send: (profile) => saveProfile(queryClient, profile, PROFILE_FAILED),
    fallback: PROFILE_FAILED,
    errorFields: { username_taken: 'username', email_taken: 'email' },
    onDone: (user, { reset }) => {
      reset({ username: user.username, email: user.email, signalUsername: user.signalUsername });
      toast({ title: 'Profile updated', kind: 'success' });
    },
    onFailure: (error) => {
      toast({ title: 'Update Failed', description: PROFILE_FAILED, kind: 'error' });
      return reservedNameFailure(error);
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <UsernameField {...field('username')} />
      <EmailField {...field('email')} />
      <TelegramField {...field('signalUsername')} />
      <FormFailure text={failure} />
      <Button type="submit" busy={isBusy} disabled={!form.isDirty && !isBusy} className="self-start">
        {isBusy ? 'Saving...' : 'Save profile'}
      </Button>
    </form>
  );
};

const PASSWORD_FAILED = 'The password could not be changed.';

/** A new password. It ends the member's other sessions (behavior 3.5). */
export const PasswordForm = () => {
  const { username } = useMember();
  const queryClient = useQueryClient();
  const { form, submit, field, isBusy, failure } = useEndpointForm(updateUser, {
    schema: changePasswordForm,
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    send: ({ currentPassword, password }) =>
      saveProfile(queryClient, { currentPassword, newPassword: password }, PASSWORD_FAILED),
    fallback: PASSWORD_FAILED,
    errorFields: { wrong_current_password: 'currentPassword', weak_password: 'password' },
    onDone: (_, { reset }) => {
      reset();
      toast({ title: 'Password changed', description: 'You are signed out everywhere else.', kind: 'success' });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <HiddenUsername username={username} />
      <CurrentPasswordField label="Current Password" {...field('currentPassword')} />
      <NewPasswordFields
        password={{ label: 'New Password', ...field('password') }}
        confirmation={field('confirmPassword')}
      />
      <FormFailure text={failure} />
      <Button type="submit" busy={isBusy} disabled={!form.isDirty && !isBusy} className="self-start">
        {isBusy ? 'Saving...' : 'Change password'}
      </Button>
    </form>
  );
};
