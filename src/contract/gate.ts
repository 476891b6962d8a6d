import * as z from 'zod/mini';
import { ACCESS_CODE_MIN_LENGTH } from '#domain/constants.ts';
import { endpoint } from './endpoint.ts';
import { done, text } from './values.ts';

/** The access-code form (specification §5). */
export const accessCodeInput = z.object({
  password: text(200, 'Password is required').check(z.minLength(ACCESS_CODE_MIN_LENGTH, 'Password is required')),
});

/** The shared access code; a right one sets the gate cookie for 12 hours (decisions §3). */
export const authenticate = endpoint({
  method: 'POST',
  path: '/api/auth',
  access: 'public',
  summary: 'Pass the shared access code',
  input: accessCodeInput,
  output: done,
  errors: ['wrong_access_code'],
});
