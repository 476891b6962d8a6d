import { useQueryClient } from '@tanstack/react-query';
import { addPasskey, type Passkey, passkeyForm } from '#contract/passkeys.ts';
import { addOwnPasskey } from '../api/queries/passkeys.ts';
import { useShop } from '../api/queries/settings.ts';
import { formatDevice } from '../browser/device-name.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormFailure } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { useEndpointForm } from './endpoint-form.ts';
import { hasPasskeyAddress, passkeyFailure } from './passkey-support.ts';

/** An explanation of passkeys for people without one. */
export const PASSKEY_EXPLAINED = "Sign in with your fingerprint, face or PIN. Can't be phished.";

/** Why passkeys cannot be used at this address. */
export const PasskeysElsewhere = () => {
  const shop = useShop();
  const { passkeyOrigin } = shop;
  if (window.location.origin === passkeyOrigin || !passkeyOrigin) {
    return <p className="text-sm text-muted">This browser does not know passkeys.</p>;
  }
  const hasName = hasPasskeyAddress(shop);
  return (
    <p className="text-sm text-muted">
      Passkeys work at{' '}
      {hasName ? (
        <a href={passkeyOrigin + window.location.pathname} className="link break-all">
          {passkeyOrigin}
        </a>
      ) : (
        <span className="break-all text-text">{passkeyOrigin}</span>
      )}{' '}
      only{!hasName && ', because this shop has no public address yet (PUBLIC_URL)'}.
    </p>
  );
};

/** Asks for a name and adds a passkey of this device. */
export const AddPasskeyForm = ({ onDone, onCancel }: { onDone: (passkey: Passkey) => void; onCancel?: () => void }) => {
  const queryClient = useQueryClient();
  const { submit, field, isBusy, failure } = useEndpointForm(addPasskey, {
    schema: passkeyForm,
    defaultValues: { name: formatDevice(navigator.userAgent) },
    send: ({ name }, idempotencyKey) => addOwnPasskey(queryClient, name, idempotencyKey),
    fallback: 'The passkey could not be added.',
    onFailure: (error) => ({ message: passkeyFailure(error, 'No passkey was added. You can try again.') }),
    onDone,
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="For you, to tell your passkeys apart."
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <FormFailure text={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" busy={isBusy}>
          {isBusy ? 'Waiting for your device...' : 'Add a passkey'}
        </Button>
      </div>
    </form>
  );
};

/** The same in a dialog. */
export const AddPasskeyDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const finish = ({ name }: Passkey) => {
    onClose();
    toast({ title: 'Passkey added', description: `You can now sign in with ${name}.`, kind: 'success' });
  };
  return (
    <Dialog open={open} onClose={onClose} size="sm" title="Add a passkey">
      <div className="flex flex-col gap-4">
        <p className="text-muted">Your device will ask you to confirm.</p>
        <AddPasskeyForm onDone={finish} onCancel={onClose} />
      </div>
    </Dialog>
  );
};
