import * as z from 'zod/mini';
import { ACCESS_CODE } from '#domain/needed-text.ts';
import { endpoint } from './endpoint.ts';
import { done, neededText } from './values.ts';

/** Checks the shared access code. The right one sets the gate's cookie for 12 hours (behavior 3.1). */
export const authenticate = endpoint({
  method: 'POST',
  path: '/api/auth',
  access: 'public',
  summary: 'Pass the shared access code',
  input: z.object({ password: neededText(ACCESS_CODE) }),
  output: done,
  errors: ['wrong_access_code'],
});

/** Checks the gate's cookie of this browser: 403 `gate_needed` if it is not valid (behavior 3.20). */
export const checkGate = endpoint({
  method: 'GET',
  path: '/api/auth',
  access: 'gate',
  summary: 'Whether this browser has passed the gate',
  output: done,
  errors: [],
});
