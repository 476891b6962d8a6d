import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { newPasswordForm } from '#contract/account-forms.ts';
import { type User, updateUser } from '#contract/users.ts';
import { passkeysQuery } from '../api/queries/passkeys.ts';
import { shopQuery, useShop } from '../api/queries/settings.ts';
import { saveProfile, usePasswordGenerated } from '../api/queries/users.ts';
import { localStore } from '../browser/safe-storage.ts';
import { AddPasskeyDialog } from '../shared/add-passkey.tsx';
import { useEndpointForm } from '../shared/endpoint-form.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { canUsePasskeys } from '../shared/passkey-support.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { FormFailure } from '../ui/notice.tsx';
import { newPasswordHint, PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.ts';

/** Ends with the sign-in: the next one asks again. */
const PUT_OFF = 'greenroom-own-password-later';

/**
 * The panel, for a user with a password that the shop has made and printed. It first asks for a password of the user's
 * own, or for a passkey, until that is put off (behavior 3.17). If the panel needs a passkey, adding it is the first
 * step.
 */
export const OwnPassword = ({ user, children }: { user: User; children: ReactNode }) => {
  const isGenerated = usePasswordGenerated();
  const [isPutOff, setPutOff] = useState(() => localStore.getItem(PUT_OFF) !== null);
  const { isPending: isShopPending } = useQuery(shopQuery);
  const { panelNeedsPasskey } = useShop();
  const asks = isGenerated && !isPutOff && !panelNeedsPasskey;
  const { data: passkeys, isLoading } = useQuery({ ...passkeysQuery, enabled: asks, retry: 1 });
  if (asks && (isShopPending || isLoading)) return <LoadingScreen text="Loading admin panel..." />;
  if (!asks || passkeys?.length !== 0) return children;
  const putOff = () => {
    localStore.setItem(PUT_OFF, 'yes');
    setPutOff(true);
  };
  return <OwnPasswordStep user={user} onPutOff={putOff} />;
};

const FAILED = 'The password could not be changed.';

/** The whole page instead of the panel. It does not ask for the old password, because the user has just typed it. */
const OwnPasswordStep = ({ user, onPutOff }: { user: User; onPutOff: () => void }) => {
  usePageTitle('Choose a password · Admin');
  const queryClient = useQueryClient();
  const canAdd = canUsePasskeys(useShop());
  const [isAdding, setAdding] = useState(false);
  const { submit, field, isBusy, failure } = useEndpointForm(updateUser, {
    schema: newPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    send: ({ password }) => saveProfile(queryClient, { newPassword: password }, FAILED),
    fallback: FAILED,
    errorFields: { weak_password: 'password' },
    onDone: () => toast({ title: 'Password changed', kind: 'success' }),
  });
  const password = field('password');
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <Card className="appear w-full max-w-md">
        <CardHeader
          heading="h1"
          title="Choose a password of your own"
          text="The shop made your password and showed it on a screen, where others may have read it. Choose one that only you know."
        />
        <CardBody className="flex flex-col gap-4">
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
            <PasswordField
              label="New Password"
              hint={newPasswordHint(password.error)}
              autoComplete="new-password"
              autoFocus
              {...password}
            />
            <PasswordField label="Confirm Password" autoComplete="new-password" {...field('confirmPassword')} />
            <FormFailure text={failure} />
            <Button type="submit" variant="primary" busy={isBusy}>
              {isBusy ? 'Saving...' : 'Change password'}
            </Button>
          </form>
          {canAdd && <Button onClick={() => setAdding(true)}>Add a passkey instead</Button>}
          <Button variant="ghost" size="sm" className="self-center" onClick={onPutOff}>
            Later
          </Button>
        </CardBody>
      </Card>
      <AddPasskeyDialog open={isAdding} onClose={() => setAdding(false)} />
    </main>
  );
};
