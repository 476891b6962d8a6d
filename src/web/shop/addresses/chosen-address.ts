import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Address } from '#contract/addresses.ts';
import type { ShopInfo } from '#contract/settings.ts';
import { addressesQuery } from '../../api/queries/addresses.ts';

/** The mode of delivery addresses: off, optional or required. */
export type AddressMode = ShopInfo['deliveryAddresses'];

/** The choice that is no address. */
export const NO_ADDRESS = 'none';

/** The member's choice for this order: the id of an address, or none. null: nothing yet, so it is the one used last. */
const useChoice = create<{ choice: string | null }>(() => ({ choice: null }));

export const chooseAddress = (choice: string | null): void => useChoice.setState({ choice });

/** The address of an order: the chosen one, or the first of the list. null for none. */
export const chosenOf = (addresses: readonly Address[], choice: string | null, mode: AddressMode): Address | null => {
  if (choice === NO_ADDRESS && mode === 'optional') return null;
  return addresses.find(({ id }) => id === choice) ?? addresses[0] ?? null;
};

/** The same while it is shown. */
export const useChosenAddress = (addresses: readonly Address[], mode: AddressMode): Address | null => {
  const choice = useChoice((state) => state.choice);
  return chosenOf(addresses, choice, mode);
};

/** The id of the address that an order is sent with; null for none. It waits until the addresses are known. */
export const findChosenAddress = async (queryClient: QueryClient, mode: AddressMode): Promise<string | null> => {
  if (mode === 'off') return null;
  const addresses = await queryClient.ensureQueryData(addressesQuery);
  return chosenOf(addresses, useChoice.getState().choice, mode)?.id ?? null;
};
