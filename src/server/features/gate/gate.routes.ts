import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import { findGateSecrets } from './gate.queries.ts';

/** The shared access code (behavior 3.1). */
export const registerGate: Feature = (serve, { database, gate }) => {
  serve(authenticate, async ({ input, request, reply }) => {
    const secrets = await findGateSecrets(database.read);
    if (!(await verifyPassword(secrets.codeHash, input.password))) throw new ShopError('wrong_access_code');
    gate.open(request, reply, secrets);
    return { message: 'Access granted' };
  });
};
