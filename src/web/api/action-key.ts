import { randomKey } from '../browser/random-key.ts';
import { isUnreachable } from './connection.ts';

/** Sends an action with its idempotency key. */
export interface ActionKey {
  /** `action` says what is sent. It gets a new key, unless it is the last one again and nobody knows its outcome. */
  send: <Data>(action: string, send: (key: string) => Promise<Data>) => Promise<Data>;
  /** Called when the outcome is known in another way. */
  forget: () => void;
}

/** Keeps the key of an action until its outcome is known, so that repeating it adds nothing twice (behavior 2.10). */
export const createActionKey = (): ActionKey => {
  let last: { action: string; key: string } | null = null;
  const forget = () => {
    last = null;
  };
  return {
    async send(action, send) {
      if (last?.action !== action) last = { action, key: randomKey() };
      try {
        const data = await send(last.key);
        forget();
        return data;
      } catch (error) {
        if (!isUnreachable(error)) forget();
        throw error;
      }
    },
    forget,
  };
};
