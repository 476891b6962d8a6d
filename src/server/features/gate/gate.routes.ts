import { authenticate } from '#contract/gate.ts';
import type { Feature } from '../../http/serve-endpoint.ts';

/** The shared access code (behavior 3.1). */
export const registerGate: Feature = (serve, { gate }, app) => {
  app.addHook('onReady', () => gate.start());
  serve(authenticate, async ({ input, request, reply }) => {
    await gate.open(input.password, request, reply);
    return { message: 'Access granted' };
  });
};
