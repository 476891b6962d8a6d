import {
  addPasskey,
  getPasskeyOptions,
  getReauthenticationOptions,
  getSignInOptions,
  reauthenticate,
  signInWithPasskey,
} from '#contract/passkeys.ts';
import { relyingParty } from '../features/passkeys/webauthn.ts';
import { Authenticator, type Faults } from './authenticator.ts';
import type { Sender } from './calls.ts';
import { MEMBER_PASSWORD, type TestUser } from './factories.ts';
import type { TestShop } from './test-shop.ts';

/** A device whose browser shows the shop at its right address. */
export const newDevice = (shop: TestShop, options?: { counts?: boolean }): Authenticator =>
  new Authenticator(relyingParty(shop.settings).origin, options);

/** Confirms with the password, as the dialog of the page does. */
export const confirmPassword = async ({ call }: Pick<TestUser, 'call'>): Promise<void> => {
  const { status, text } = await call(reauthenticate, { body: { password: MEMBER_PASSWORD } });
  if (status !== 200) throw new Error(`The password was refused: ${text}`);
};

/** Begins to add a passkey, and has the device make it. Returns the response of the browser. */
export const createPasskey = async ({ call }: Pick<TestUser, 'call'>, device: Authenticator, faults?: Faults) => {
  const { body, text } = await call(getPasskeyOptions, { body: {} });
  if (!body.options) throw new Error(`No passkey can be added: ${text}`);
  return device.create(body.options, faults);
};

/** Adds a passkey to a user with a freshly confirmed password. */
export const buildPasskey = async (
  shop: TestShop,
  user: Pick<TestUser, 'call'>,
  { device = newDevice(shop), name = 'Phone' }: { device?: Authenticator; name?: string } = {},
): Promise<{ id: string; device: Authenticator }> => {
  await confirmPassword(user);
  const response = await createPasskey(user, device);
  const { status, body, text } = await user.call(addPasskey, { body: { name, response } });
  if (status !== 201) throw new Error(`The passkey was refused: ${text}`);
  return { id: body.passkey.id, device };
};

/** Begins to sign in, and has the device sign. Returns the response of the browser. */
export const signChallenge = async (shop: TestShop, device: Authenticator, faults?: Faults) =>
  device.get((await shop.call(getSignInOptions, { body: {} })).body.options, faults);

/** Signs in with the passkey of a device. */
export const signInWith = async (shop: TestShop, device: Authenticator, sender: Sender & { faults?: Faults } = {}) => {
  const { faults, ...rest } = sender;
  return shop.call(signInWithPasskey, { ...rest, body: { response: await signChallenge(shop, device, faults) } });
};

/** Begins to confirm who a user is, and has the device sign. Returns the response of the browser. */
export const signConfirmation = async ({ call }: Pick<TestUser, 'call'>, device: Authenticator, faults?: Faults) =>
  device.get((await call(getReauthenticationOptions, { body: {} })).body.options, faults);
