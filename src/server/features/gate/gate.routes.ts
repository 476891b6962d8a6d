import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import { findState } from '../../db/shop-state.ts';
import { keepGateSecrets, openGate } from '../../http/gate-cookie.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { verifyPassword } from '../../passwords.ts';

/** The shared access code (specification §7, decisions §3). */
export const registerGate: Feature = (serve, deps, app) => {
  keepGateSecrets(app, deps);
  serve(authenticate, async ({ input, request, reply }) => {
    const codeHash = await findState(deps.database.read, 'access_code_hash');
    if (!codeHash || !(await verifyPassword(codeHash, input.password))) throw new ShopError('wrong_access_code');
    await openGate(deps, request, reply);
    return { message: 'Access granted' };
  });
};
