import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { profileForm } from '#contract/users.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { PROFILE_FAILED, saveProfile } from '../../api/queries/users.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useMember } from '../member.ts';
import { FormFailure } from './form-parts.tsx';

/** Name, e-mail and Telegram name of the member (specification §7, §8 "Update Failed"). */
export const ProfileForm = () => {
  const { username, email, signalUsername } = useMember();
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: standardSchemaResolver(profileForm),
    // Follows what is saved, here or in another tab, as long as nobody types.
    values: { username, email, signalUsername },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const save = form.handleSubmit(async (filled) => {
    try {
      const user = await saveProfile(queryClient, filled);
      form.reset({ username: user.username, email: user.email, signalUsername: user.signalUsername });
      toast({ title: 'Profile updated', kind: 'success' });
    } catch (error) {
      const said = messageOf(error, PROFILE_FAILED);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'username_taken') form.setError('username', { message: said }, { shouldFocus: true });
      else if (code === 'email_taken') form.setError('email', { message: said }, { shouldFocus: true });
      else form.setError('root', { message: said });
      toast({ title: 'Update Failed', description: PROFILE_FAILED, kind: 'error' });
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        verbatim
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
        label="Telegram Username"
        aside="optional"
        autoComplete="off"
        verbatim
        error={errors.signalUsername?.message}
        {...form.register('signalUsername')}
      />
      <FormFailure text={errors.root?.message} />
      <Button type="submit" busy={isSubmitting} disabled={!isDirty && !isSubmitting} className="self-start">
        {isSubmitting ? 'Saving...' : 'Save profile'}
      </Button>
    </form>
  );
};
