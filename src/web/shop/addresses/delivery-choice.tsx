import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Address } from '#contract/addresses.ts';
import { MOST_ADDRESSES, parcelLines } from '#domain/delivery-address.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { addressesQuery } from '../../api/queries/addresses.ts';
import { useShop } from '../../api/queries/settings.ts';
import { DeliveryLines } from '../../shared/delivery-lines.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import type { EditedAddress } from './address-dialog.tsx';
import { type AddressMode, chooseAddress, NO_ADDRESS, useChosenAddress } from './chosen-address.ts';
import { AddressDialog } from './lazy-address-dialog.tsx';

/** The id of the control that a member needs who has no address yet. */
const ADD_ID = 'add-delivery-address';

/** Leads to the control that adds an address. */
export const showAddAddress = (): void => document.getElementById(ADD_ID)?.focus();

interface DeliveryChoiceProps {
  /** Called when the member has one address more. */
  onAdded: () => void;
}

/** The choice "Delivery address" of the cart (behavior 6.14). Nothing while the shop asks for none. */
export const DeliveryChoice = ({ onAdded }: DeliveryChoiceProps) => {
  const { deliveryAddresses: mode } = useShop();
  const query = useQuery({ ...addressesQuery, enabled: mode !== 'off' });
  const failure = useFailure(query);
  const [edited, setEdited] = useState<EditedAddress | null>(null);
  const { data: addresses } = query;
  if (mode === 'off') return null;
  if (!addresses) {
    if (!failure) return <Skeleton className="h-18" />;
    return (
      <Notice tone="danger" alert action={<TryAgain {...failure} />}>
        {messageOf(failure.error, 'Your delivery addresses could not be fetched.')}
      </Notice>
    );
  }
  const add =
    addresses.length < MOST_ADDRESSES ? (
      <Button
        id={ADD_ID}
        size="sm"
        onClick={() => setEdited({ id: null, country: addresses[0]?.country ?? '' })}
        className="self-start"
      >
        <Plus aria-hidden className="size-4" />
        Add address
      </Button>
    ) : null;
  return (
    <>
      {addresses.length > 0 ? (
        <KnownAddresses addresses={addresses} mode={mode} add={add} />
      ) : (
        <section aria-label="Delivery address" className="flex flex-col gap-2">
          <h3 className="text-sm font-medium text-text">Delivery address</h3>
          <p className="-mt-1 text-sm text-muted">
            {mode === 'required' ? 'Where should your order go?' : WITHOUT_ADDRESS}
          </p>
          {add}
        </section>
      )}
      <AddressDialog
        address={edited}
        onSaved={({ id }) => {
          chooseAddress(id);
          onAdded();
        }}
        onClose={() => setEdited(null)}
      />
    </>
  );
};

const WITHOUT_ADDRESS = 'Without one, the seller asks for it in the chat.';

interface KnownAddressesProps {
  addresses: readonly Address[];
  mode: AddressMode;
  add: ReactNode;
}

const KnownAddresses = ({ addresses, mode, add }: KnownAddressesProps) => {
  const chosen = useChosenAddress(addresses, mode);
  const options = addresses.map((address) => ({ value: address.id, label: shortText(address) }));
  if (mode === 'optional') options.push({ value: NO_ADDRESS, label: 'No address' });
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Delivery address"
        value={chosen?.id ?? NO_ADDRESS}
        options={options}
        onChange={(event) => chooseAddress(event.target.value)}
      />
      {chosen ? (
        <DeliveryLines delivery={chosen} className="text-sm text-muted" />
      ) : (
        <p className="text-sm text-muted">{WITHOUT_ADDRESS}</p>
      )}
      {add}
    </div>
  );
};

/** An address in one line: the name, and where it is. */
const shortText = (address: Address): string => {
  const [name, street] = parcelLines(address);
  return [name, street, address.city].filter(Boolean).join(', ');
};
