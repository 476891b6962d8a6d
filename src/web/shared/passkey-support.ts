import { ApiError } from '../api/client.ts';

/** True if this browser can use passkeys at this address of the shop. */
export const canUsePasskeys = ({ passkeyOrigin }: { passkeyOrigin: string }): boolean =>
  window.PublicKeyCredential !== undefined && window.location.origin === passkeyOrigin;

/** True if the shop has an address at which passkeys work for others than the machine's own users. */
export const hasPasskeyAddress = ({ passkeyOrigin }: { passkeyOrigin: string }): boolean =>
  !passkeyOrigin || new URL(passkeyOrigin).hostname !== 'localhost';

/** The problems at the device, by the names that WebAuthn gives to errors. */
const DEVICE_FAILURES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey of your account.',
  SecurityError: 'Passkeys do not work at this address of the shop.',
  ConstraintError: 'This device cannot keep passkeys. Please use another one, such as your phone.',
  NotSupportedError: 'This device cannot keep passkeys. Please use another one, such as your phone.',
};

/** The message if a passkey was not used. `canceled` is for a device that gave none, for any reason. */
export const passkeyFailure = (error: unknown, canceled: string): string => {
  if (error instanceof ApiError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return canceled;
  return DEVICE_FAILURES[name] ?? 'The passkey could not be used. Please try again.';
};
