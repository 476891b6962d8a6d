import { authenticate } from '#contract/gate.ts';
import { login } from '#contract/users.ts';
import type { Response, Sender } from './calls.ts';
import { ACCESS_CODE, type TestShop } from './test-shop.ts';

/** Passes the gate. Returns the cookies that the browser gets. */
export const passGate = async (shop: TestShop, sender: Sender = {}): Promise<Record<string, string>> => {
  return cookiesIn(await shop.call(authenticate, { ...sender, body: { password: ACCESS_CODE } }));
};

/** The cookie that a response sets. */
export const cookiesIn = ({ headers }: Pick<Response<unknown>, 'headers'>): Record<string, string> => {
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(String(headers['set-cookie']))!;
  return { [name!]: decodeURIComponent(value!) };
};

export const logIn = (shop: TestShop, username: string, password: string) =>
  shop.call(login, { body: { username, password } });
