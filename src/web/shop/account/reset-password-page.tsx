import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { newPasswordForm } from '#contract/account-forms.ts';
import { errorText } from '#contract/errors.ts';
import { resetPassword } from '#contract/users.ts';
import { chatLink } from '#domain/chat-link.ts';
import { ApiError } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { useShop } from '../../api/queries/settings.ts';
import { forgetMember, resetLinkQuery } from '../../api/queries/users.ts';
import { paths, redirectTo } from '../../browser/paths.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { FormFailure, Notice } from '../../ui/notice.tsx';
import { carryToast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { AuthLayout } from '../gate/auth-layout.tsx';
import { HiddenUsername, NewPasswordFields } from './account-fields.tsx';

/**
 * /reset/{token}: sets a new password with a one-time link from an admin. The link is checked before the page asks for
 * anything (behavior 3.6).
 */
export default function ResetPasswordPage({ token }: { token: string }) {
  usePageTitle('New password');
  const link = useQuery(resetLinkQuery(token));
  const failure = useFailure(link);
  const [hasEnded, setEnded] = useState(false);
  if (hasEnded || isMissing(failure?.error)) return <LinkEnded />;
  return (
    <AuthLayout>
      {link.data ? (
        <NewPasswordForm token={token} username={link.data.username} onEnded={() => setEnded(true)} />
      ) : failure ? (
        <Notice tone="danger" alert action={<TryAgain {...failure} />}>
          {failure.error.message}
        </Notice>
      ) : (
        <div role="status" aria-label="Checking the link">
          <SkeletonText lines={4} />
        </div>
      )}
    </AuthLayout>
  );
}

/** A link that is misspelled is as useless as one that has ended. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const LinkEnded = () => {
  const { telegramSeller } = useShop();
  return (
    <AuthLayout>
      <Notice tone="warning" alert title="No new password yet">
        {errorText('link_ended')}
      </Notice>
      <div className="flex flex-col gap-2">
        {telegramSeller && (
          <ButtonLink href={chatLink(telegramSeller)} variant="primary" size="lg" wide>
            <MessageCircle aria-hidden className="size-4.5" />
            Message the seller
          </ButtonLink>
        )}
        <ButtonLink href={paths.home} variant="ghost" wide>
          Go to login
        </ButtonLink>
      </div>
    </AuthLayout>
  );
};

interface NewPasswordFormProps {
  token: string;
  username: string;
  /** Called if the link has ended since it was checked. */
  onEnded: () => void;
}

const NewPasswordForm = ({ token, username, onEnded }: NewPasswordFormProps) => {
  const { submit, field, isBusy, failure } = useEndpointForm(resetPassword, {
    schema: newPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    toInput: ({ password }) => ({ token, password }),
    fallback: 'The password could not be changed.',
    leavesPage: true,
    errorFields: { weak_password: 'password' },
    onFailure: (error) => {
      if (isMissing(error)) onEnded();
      return undefined;
    },
    onDone: async () => {
      // The reset ended all sessions of the account, including one in this browser.
      await forgetMember();
      carryToast({ title: 'Password changed', description: 'Log in with your new password.', kind: 'success' });
      redirectTo(paths.home);
    },
  });
  return (
    <>
      <div className="-mt-3 flex flex-col gap-1 text-center">
        <h2 className="break-words text-text">
          Choose a new password for <strong className="font-semibold">{username}</strong>
        </h2>
        <p className="text-sm text-muted">The link works once.</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <HiddenUsername username={username} />
        <NewPasswordFields
          password={{ label: 'New Password', autoFocus: true, ...field('password') }}
          confirmation={field('confirmPassword')}
        />
        <FormFailure text={failure} />
        <Button type="submit" variant="primary" size="lg" wide busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save Password'}
        </Button>
      </form>
    </>
  );
};
