import {
  addPasskey as addPasskeyEndpoint,
  getPasskeyOptions,
  getReauthenticationOptions,
  getSignInOptions,
  listPasskeys as listPasskeysEndpoint,
  reauthenticate as reauthenticateEndpoint,
  removePasskey as removePasskeyEndpoint,
  signInWithPasskey as signInEndpoint,
} from '#contract/passkeys.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { onceWith } from '../idempotency/once.ts';
import { presentUser } from '../users/users.present.ts';
import { beginAdding, beginReauthentication, beginSignIn } from './ceremonies.ts';
import { presentPasskey } from './passkeys.present.ts';
import { listPasskeys } from './passkeys.queries.ts';
import { addPasskey, removePasskey } from './passkeys.service.ts';
import { reauthenticate, signInWithPasskey } from './proofs.service.ts';

/** Passkeys, and proving who one is (behavior 3.15, 3.18). */
export const registerPasskeys: Feature = (serve, shop) => {
  serve(getPasskeyOptions, async ({ user }) => ({ options: { ...(await beginAdding(shop, user)) } }));

  serve(addPasskeyEndpoint, async ({ user, input, key }) => {
    const added = await addPasskey(shop, user, input, key);
    return onceWith(added, { passkey: presentPasskey(added) });
  });

  serve(listPasskeysEndpoint, async ({ user }) => ({
    passkeys: (await listPasskeys(shop.database.read, user)).map(presentPasskey),
  }));

  serve(removePasskeyEndpoint, async ({ user, params }) => {
    await removePasskey(shop, user, params);
    return { message: 'Passkey removed' };
  });

  serve(getSignInOptions, async () => ({ options: { ...(await beginSignIn(shop)) } }));

  serve(signInEndpoint, async ({ input, request, reply }) => {
    const { user, token } = await signInWithPasskey(shop, input.response, request, reply);
    return { ...presentUser(user), token };
  });

  serve(getReauthenticationOptions, async ({ user }) => ({
    options: { ...(await beginReauthentication(shop, user)) },
  }));

  serve(reauthenticateEndpoint, async ({ user, input }) => {
    await reauthenticate(shop, user, input);
    return { message: 'Confirmed' };
  });
};
