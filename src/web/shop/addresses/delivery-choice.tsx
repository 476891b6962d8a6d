import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Address } from '#contract/addresses.ts';
import { MOST_ADDRESSES, parcelLines } from '#domain/delivery-address.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { addressesQuery } from '../../api/queries/addresses.ts';
import { useShop } from '../../api/queries/settings.ts';
import { askedForAddress } from '../../shared/delivery.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCard } from '../../ui/choice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import type { EditedAddress } from './address-dialog.tsx';
import { type AddressMode, chooseAddress, NO_ADDRESS, useChosenAddress } from './chosen-address.ts';

// The form is loaded when somebody opens it.
const AddressDialog = lazyPart(() => import('./address-dialog.tsx'));

/** The id of the control for a member without an address. */
const ADD_ID = 'add-delivery-address';

/** Somebody was led to the control that adds an address before it was there. */
let isAwaited = false;

/** Leads to the control that adds an address, as soon as it is known which addresses the member has. */
export const showAddAddress = (): void => {
  const button = document.getElementById(ADD_ID);
  button?.focus();
  isAwaited = button === null;
};

const focusIfAwaited = (button: HTMLButtonElement | null): void => {
  if (isAwaited) button?.focus();
  isAwaited = false;
};

interface DeliveryChoiceProps {
  /** Called when the member has one address more. */
  onAdded: () => void;
}

/** The choice "Delivery address" of the cart (behavior 6.14). While the shop asks for none, it says who does. */
export const DeliveryChoice = ({ onAdded }: DeliveryChoiceProps) => {
  const { deliveryAddresses: mode, telegramSeller } = useShop();
  const query = useQuery({ ...addressesQuery, enabled: mode !== 'off' });
  const failure = useFailure(query);
  const [edited, setEdited] = useState<EditedAddress | null>(null);
  const { data: addresses } = query;
  if (mode === 'off') return <p className="-mt-2 text-sm text-muted">{askedForAddress(telegramSeller !== null)}</p>;
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
        ref={focusIfAwaited}
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
            {mode === 'required' ? 'Where should your order go?' : 'Without one, the seller asks for it.'}
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

interface KnownAddressesProps {
  addresses: readonly Address[];
  mode: AddressMode;
  add: ReactNode;
}

const KnownAddresses = ({ addresses, mode, add }: KnownAddressesProps) => {
  const name = useId();
  const chosen = useChosenAddress(addresses, mode);
  const cardOf = (value: string, title: string, text: string) => (
    <RadioCard
      key={value}
      name={name}
      value={value}
      checked={value === (chosen?.id ?? NO_ADDRESS)}
      onChange={() => chooseAddress(value)}
      className="flex min-h-11 cursor-pointer flex-col gap-0.5 rounded-card border border-edge bg-well p-3 [overflow-wrap:anywhere] hover:border-muted"
    >
      <bdi className="font-semibold text-text">{title}</bdi>
      <bdi className="text-sm text-muted">{text}</bdi>
    </RadioCard>
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium text-text">Delivery address</legend>
      {addresses.map((address) => {
        const [title, ...lines] = parcelLines(address);
        return cardOf(address.id, title!, lines.join(', '));
      })}
      {mode === 'optional' && cardOf(NO_ADDRESS, 'No address', 'The seller asks for it.')}
      {add}
    </fieldset>
  );
};
