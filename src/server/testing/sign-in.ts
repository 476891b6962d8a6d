import { authenticate } from '#contract/gate.ts';
import { login } from '#contract/users.ts';
import type { Response, Sender } from './calls.ts';
import { ACCESS_CODE, type TestShop } from './test-shop.ts';

/** The cookies that a response sets. */
export const cookiesIn = ({ headers }: Pick<Response<unknown>, 'headers'>): Record<string, string> => {
  const set = headers['set-cookie'];
  const cookies = Array.isArray(set) ? set : set === undefined ? [] : [String(set)];
  return Object.fromEntries(
    cookies.map((cookie) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      return [name!, decodeURIComponent(value!)];
    }),
  );
};

/** Passes the gate. Returns the cookies that the browser gets. */
export const passGate = async (shop: TestShop, sender: Sender = {}): Promise<Record<string, string>> =>
  cookiesIn(await shop.call(authenticate, { ...sender, body: { password: ACCESS_CODE } }));

export const logIn = (shop: TestShop, username: string, password: string) =>
  shop.call(login, { body: { username, password } });
