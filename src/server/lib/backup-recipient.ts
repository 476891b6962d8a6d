import { bech32 } from '@scure/base';

/** Returns the problem of an age public key (X25519), or null. The checksum tells a mistyped one (behavior 1.18). */
export const recipientProblem = (recipient: string): string | null => {
  const decoded = bech32.decodeUnsafe(recipient);
  const bytes =
    decoded?.prefix === 'age' && recipient.startsWith('age1') ? bech32.fromWordsUnsafe(decoded.words) : null;
  return bytes?.length === 32 ? null : 'is not an age public key (age1…) with a right checksum';
};
