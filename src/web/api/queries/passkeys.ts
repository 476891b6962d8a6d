import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  addPasskey,
  getPasskeyOptions,
  getReauthenticationOptions,
  getSignInOptions,
  listPasskeys,
  type Passkey,
  reauthenticate,
  removePasskey,
  signInWithPasskey,
} from '#contract/passkeys.ts';
import { call } from '../client.ts';
import { pageQueryDefaults } from '../query-client.ts';
import { sessionsQuery } from './users.ts';

/** Loaded on a press only: most visits need no passkey. */
const loadLibrary = () => import('@simplewebauthn/browser');

const passkeysKey = ['passkeys'] as const;

/** The passkeys of the signed-in user. */
export const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  queryFn: async ({ signal }): Promise<Passkey[]> =>
    (await call(listPasskeys, { signal, fallback: 'Your passkeys could not be fetched.' })).passkeys,
  ...pageQueryDefaults,
});

/** Makes a passkey on this device and adds it to the account. The device asks the person. */
export const addOwnPasskey = async (
  queryClient: QueryClient,
  name: string,
  idempotencyKey: string,
): Promise<Passkey> => {
  const { options } = await call(getPasskeyOptions, { body: {} });
  const { startRegistration } = await loadLibrary();
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  const { passkey } = await call(addPasskey, { body: { name, response: { ...response } }, idempotencyKey });
  queryClient.setQueryData(passkeysKey, (before: Passkey[] = []) => [...before, passkey]);
  void queryClient.invalidateQueries({ queryKey: passkeysKey });
  // The first one ends the other sessions.
  void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  return passkey;
};

export const removeOwnPasskey = async (queryClient: QueryClient, id: string): Promise<void> => {
  try {
    await call(removePasskey, { params: { id }, fallback: 'The passkey could not be removed.' });
  } finally {
    await queryClient.invalidateQueries({ queryKey: passkeysKey });
  }
};

/** Has this device sign the challenge of these options. */
const sign = async (options: object) => {
  const { startAuthentication } = await loadLibrary();
  return { ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })) };
};

/** Signs in with a passkey of this device. */
export const signInByPasskey = async (): Promise<NonNullable<OutputOf<typeof signInWithPasskey>>> => {
  const { options } = await call(getSignInOptions, { body: {} });
  return call(signInWithPasskey, { body: { response: await sign(options) } });
};

/** Proves who the signed-in user is, with a passkey of this device. */
export const confirmByPasskey = async (): Promise<void> => {
  const { options } = await call(getReauthenticationOptions, { body: {} });
  await call(reauthenticate, { body: { response: await sign(options) } });
};
