import type { QueryClient } from '@tanstack/react-query';
import { passwordOnly } from '#contract/account-forms.ts';
import { reauthenticate } from '#contract/passkeys.ts';
import { waitText } from '#domain/throttle.ts';
import { ApiError, NO_RESPONSE, type Proof } from '../api/client.ts';
import { confirmByPasskey, passkeysQuery } from '../api/queries/passkeys.ts';
import { shopQuery, useShop } from '../api/queries/settings.ts';
import { storedUser } from '../browser/storage.ts';
import { PasskeysElsewhere } from '../shared/add-passkey.tsx';
import { useEndpointForm } from '../shared/endpoint-form.ts';
import { PasskeyButton } from '../shared/passkey-button.tsx';
import { canUsePasskeys } from '../shared/passkey-support.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFailure } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export interface Question {
  /** The user has a passkey that can be used here. */
  withPasskey: boolean;
  proof: Proof;
  /** Called with false if the person cancels. */
  settle: (confirmed: boolean) => void;
}

/** Returns true if the user has a passkey that works here. If that cannot be found out, the password is enough. */
export const hasPasskeyHere = async (queryClient: QueryClient): Promise<boolean> => {
  try {
    if (!canUsePasskeys(await queryClient.ensureQueryData(shopQuery))) return false;
    return (await queryClient.fetchQuery({ ...passkeysQuery, retry: false })).length > 0;
  } catch {
    return false;
  }
};

/** "Confirm it's you": a passkey first, if the user has one, and the password below. */
export const ConfirmDialog = ({ question, open }: { question: Question; open: boolean }) => (
  <Dialog open={open} onClose={() => question.settle(false)} size="sm" title="Confirm it's you">
    <ConfirmContent {...question} />
  </Dialog>
);

const ConfirmContent = (question: Question) => {
  const { panelNeedsPasskey } = useShop();
  const user = storedUser();
  const isPasswordEnough = question.proof === 'any' && !(panelNeedsPasskey && user?.isAdmin && question.withPasskey);
  return isPasswordEnough ? <ConfirmForm {...question} /> : <PasskeyOnly {...question} />;
};

/** For what a password does not confirm. */
const PasskeyOnly = ({ withPasskey, settle }: Question) => (
  <div className="flex flex-col gap-4">
    <p className="text-muted">Use your passkey to continue.</p>
    {withPasskey ? (
      <PasskeyButton
        variant="primary"
        data-autofocus
        label="Use your passkey"
        sign={() => confirmByPasskey().then(() => settle(true))}
        canceled="No passkey was used. Please try again."
      />
    ) : (
      <PasskeysElsewhere />
    )}
    <Button className="self-end" onClick={() => settle(false)}>
      Cancel
    </Button>
  </div>
);

const ConfirmForm = ({ withPasskey, settle }: Question) => {
  const username = storedUser()?.username ?? '';
  const { submit, field, isBusy, failure } = useEndpointForm(reauthenticate, {
    schema: passwordOnly,
    defaultValues: { password: '' },
    fallback: NO_RESPONSE,
    errorFields: { wrong_current_password: 'password', rate_limited: 'password' },
    onFailure: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') return { focus: 'password' };
      return { message: `Too many wrong passwords. ${waitText(error.retryAfter)}` };
    },
    onDone: () => settle(true),
  });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Important changes ask again after a while, in case somebody else is at your screen.{' '}
        {withPasskey ? 'Use your passkey or type your password to continue.' : 'Type your password to continue.'}
      </p>
      {withPasskey && <PasskeyPart onDone={() => settle(true)} />}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...(!withPasskey && { 'data-autofocus': true })}
          {...field('password')}
        />
        <FormFailure text={failure} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => settle(false)}>Cancel</Button>
          <Button type="submit" variant={withPasskey ? 'secondary' : 'primary'} busy={isBusy}>
            {isBusy ? 'Checking...' : 'Confirm'}
          </Button>
        </div>
      </form>
    </div>
  );
};

const PasskeyPart = ({ onDone }: { onDone: () => void }) => (
  <>
    <PasskeyButton
      variant="primary"
      data-autofocus
      label="Use your passkey"
      sign={() => confirmByPasskey().then(onDone)}
      canceled="No passkey was used. Try again, or type your password."
    />
    <p
      aria-hidden
      className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
    >
      or
    </p>
  </>
);
