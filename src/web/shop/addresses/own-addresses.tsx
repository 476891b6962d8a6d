import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Address } from '#contract/addresses.ts';
import { MOST_ADDRESSES, parcelLines } from '#domain/delivery-address.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { addressesQuery, removeAddress } from '../../api/queries/addresses.ts';
import { receiptNewsQuery } from '../../api/queries/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { DeliveryLines, KeepNote } from '../../shared/delivery.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { EditedAddress } from './address-dialog.tsx';
import { isToSend, WrongAddress } from './wrong-address.tsx';

// The form is loaded when somebody opens it.
const AddressDialog = lazyPart(() => import('./address-dialog.tsx'));

/** Returns whether the account page has delivery addresses. */
export const useShowsAddresses = (): boolean => {
  const { deliveryAddresses } = useShop();
  const { data: addresses } = useQuery(addressesQuery);
  return deliveryAddresses !== 'off' || Boolean(addresses?.length);
};

/** The member's delivery addresses (behavior 6.14). Nothing if the shop asks for none and the member has none. */
export const OwnAddresses = () => {
  const query = useQuery(addressesQuery);
  const failure = useFailure(query);
  const { data: addresses } = query;
  // The part below waits until it is known.
  if (!useShowsAddresses()) return !addresses && !failure && <SkeletonText className="hidden" />;
  return (
    <Card>
      <CardHeader title="Delivery addresses" />
      <CardBody>
        {addresses ? (
          <AddressList addresses={addresses} />
        ) : failure ? (
          <Notice tone="danger" alert action={<TryAgain {...failure} />}>
            {messageOf(failure.error, 'Your delivery addresses could not be fetched.')}
          </Notice>
        ) : (
          <SkeletonText lines={3} />
        )}
      </CardBody>
    </Card>
  );
};

const AddressList = ({ addresses }: { addresses: readonly Address[] }) => {
  const [edited, setEdited] = useState<EditedAddress | null>(null);
  const [leaving, setLeaving] = useState<Address | null>(null);
  const [isChanged, setChanged] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      {addresses.length === 0 ? (
        <p className="text-sm text-muted">Add one, and your next order is ready to send.</p>
      ) : (
        <ul className="flex flex-col">
          {addresses.map((address) => (
            <li
              key={address.id}
              className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0"
            >
              <DeliveryLines delivery={address} className="min-w-0 flex-1 basis-48 text-sm text-muted" />
              <div className="flex gap-2">
                <Button size="sm" aria-label={`Edit address: ${placeOf(address)}`} onClick={() => setEdited(address)}>
                  Edit
                </Button>
                <Button
                  size="sm"
                  aria-label={`Delete address: ${placeOf(address)}`}
                  onClick={() => setLeaving(address)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {addresses.length < MOST_ADDRESSES ? (
        <Button onClick={() => setEdited({ id: null, country: addresses[0]?.country ?? '' })} className="self-start">
          <Plus aria-hidden className="size-4.5" />
          Add address
        </Button>
      ) : (
        <p className="text-sm text-muted">You can have {MOST_ADDRESSES} addresses. Delete one to add another.</p>
      )}
      <KeepNote />
      {isChanged && <OldCopies />}
      <AddressDialog
        address={edited}
        onSaved={() => edited?.id != null && setChanged(true)}
        onClose={() => setEdited(null)}
      />
      <DeleteDialog address={leaving} onClose={() => setLeaving(null)} />
    </div>
  );
};

/** Orders that go to an address as it was. Only the seller can do something about that. */
const OldCopies = () => {
  const orders = useQuery(receiptNewsQuery).data?.receipts.filter(isToSend) ?? [];
  if (orders.length === 0) return null;
  return (
    <Notice tone="warning" title="Orders that you have placed keep the old address.">
      {orders.map((receipt) => (
        <div key={receipt.id} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">#{receipt.number}</span>
          <WrongAddress receipt={receipt} />
        </div>
      ))}
    </Notice>
  );
};

const placeOf = (address: Address): string => parcelLines(address).slice(0, 2).join(', ');

const DeleteDialog = ({ address, onClose }: { address: Address | null; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const shown = useLastShown(address);
  if (!shown) return null;

  const remove = async () => {
    setBusy(true);
    try {
      await removeAddress(queryClient, shown.id);
      toast({ title: 'Address deleted', kind: 'success' });
      onClose();
    } catch (error) {
      if (isUnconfirmed(error)) return;
      toast({ title: 'Error', description: messageOf(error, 'The address could not be deleted.'), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open={address !== null}
      onClose={onClose}
      title="Delete this address?"
      confirmLabel="Delete address"
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
    >
      <DeliveryLines delivery={shown} />
      <p className="mt-3">Orders that you have placed keep their copy.</p>
    </ConfirmDialog>
  );
};
