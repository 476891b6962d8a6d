import { ShopError } from '#contract/errors.ts';
import { authenticate } from '#contract/gate.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import { findGateSecrets } from './gate.queries.ts';

/** The shared access code (behavior 3.1). */
export const registerGate: Feature = (serve, { database, gate }) => {
  serve(authenticate, async ({ input, request, reply }) => {
    const { codeHash } = await findGateSecrets(database.read);
    if (!(await verifyPassword(codeHash, input.password))) throw new ShopError('wrong_access_code');
    await gate.open(request, reply);
    return { message: 'Access granted' };
  });
};
