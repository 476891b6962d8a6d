import { authenticate } from '#contract/gate.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { attemptGate } from './gate-attempt.ts';

/** The shared access code (behavior 3.1). */
export const registerGate: Feature = (serve, shop, app) => {
  const { gate } = shop;
  app.addHook('onReady', () => gate.start());
  serve(authenticate, async ({ input, request, reply }) => {
    await attemptGate(shop, request, () => gate.open(input.password, request, reply));
    return { message: 'Access granted' };
  });
};
