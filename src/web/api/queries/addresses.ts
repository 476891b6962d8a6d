import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Address, deleteAddress, listAddresses } from '#contract/addresses.ts';
import { call } from '../client.ts';
import { pageQueryDefaults } from '../query-client.ts';

export const addressesKey = ['addresses'] as const;

/** The member's delivery addresses: the one that an order used last, then the newest. */
export const addressesQuery = queryOptions({
  queryKey: addressesKey,
  queryFn: async ({ signal }): Promise<Address[]> =>
    (await call(listAddresses, { signal, fallback: 'Your delivery addresses could not be fetched.' })).addresses,
  ...pageQueryDefaults,
});

/** Shows an address that was added or changed, until the list is fetched again. */
export const showAddress = (queryClient: QueryClient, address: Address): void => {
  queryClient.setQueryData(addressesKey, (before: Address[] = []) =>
    before.some(({ id }) => id === address.id)
      ? before.map((known) => (known.id === address.id ? address : known))
      : [...before, address],
  );
  void queryClient.invalidateQueries({ queryKey: addressesKey });
};

export const removeAddress = async (queryClient: QueryClient, id: string): Promise<void> => {
  try {
    await call(deleteAddress, { params: { id }, fallback: 'The address could not be deleted.' });
  } finally {
    await queryClient.invalidateQueries({ queryKey: addressesKey });
  }
};
