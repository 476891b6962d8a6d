import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { MOST_PASSKEYS, type Passkey } from '#contract/passkeys.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { passkeysQuery, removeOwnPasskey } from '../../api/queries/passkeys.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDate, formatDateTime } from '../../browser/dates.ts';
import { AddPasskeyDialog, PASSKEY_EXPLAINED, PasskeysElsewhere } from '../../shared/add-passkey.tsx';
import { canUsePasskeys } from '../../shared/passkey-support.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

/** The member's passkeys: add one, or remove one (behavior 3.15). */
export const OwnPasskeys = () => {
  const query = useQuery(passkeysQuery);
  const shop = useShop();
  const failure = useFailure(query);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { data: passkeys } = query;

  if (!passkeys) {
    if (!failure) return <SkeletonText lines={3} />;
    return (
      <Notice tone="danger" alert action={<TryAgain {...failure} />}>
        {messageOf(failure.error, 'Your passkeys could not be fetched.')}
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {passkeys.length === 0 ? (
        <p className="text-sm text-muted">{PASSKEY_EXPLAINED}</p>
      ) : (
        <ul className="flex flex-col">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {!canUsePasskeys(shop) && <PasskeysElsewhere />}
      {canUsePasskeys(shop) && passkeys.length >= MOST_PASSKEYS && (
        <p className="text-sm text-muted">An account can have {MOST_PASSKEYS} passkeys. Remove one to add another.</p>
      )}
      {canUsePasskeys(shop) && passkeys.length < MOST_PASSKEYS && (
        <Button onClick={() => setAdding(true)} className="self-start">
          <Plus aria-hidden className="size-4.5" />
          Add a passkey
        </Button>
      )}
      <AddPasskeyDialog open={isAdding} onClose={() => setAdding(false)} />
      <RemoveDialog passkey={removing} onClose={() => setRemoving(null)} />
    </div>
  );
};

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="break-words text-text">{name}</p>
        <p className="text-sm text-muted">
          <span className="inline-block">
            {lastUsedAt ? `Last used ${formatDateTime(lastUsedAt)}` : 'Not used yet'}
          </span>
          {' · '}
          <span className="inline-block">Added {formatDate(createdAt)}</span>
        </p>
      </div>
      <Button size="sm" aria-label={`Remove passkey: ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
};

const RemoveDialog = ({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const shown = useLastShown(passkey);
  if (!shown) return null;

  const remove = async () => {
    setBusy(true);
    try {
      await removeOwnPasskey(queryClient, shown.id);
      toast({ title: 'Passkey removed', kind: 'success' });
      onClose();
    } catch (error) {
      if (isUnconfirmed(error)) return;
      toast({ title: 'Error', description: messageOf(error, 'The passkey could not be removed.'), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={passkey !== null}
      onClose={onClose}
      title={`Remove the passkey ${shown.name}?`}
      confirmLabel="Remove passkey"
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
    >
      It can no longer sign you in. You can delete it from your device afterwards.
    </ConfirmDialog>
  );
};
