import { authenticate } from '#contract/gate.ts';
import { login } from '#contract/users.ts';
import { ACCESS_CODE, type TestShop } from './test-shop.ts';

/** Passes the gate. Returns the cookies of the browser that did. */
export const passGate = async (shop: TestShop, password = ACCESS_CODE): Promise<Record<string, string>> => {
  const { headers } = await shop.call(authenticate, { body: { password } });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(String(headers['set-cookie']))!;
  return { [name!]: decodeURIComponent(value!) };
};

export const logIn = (shop: TestShop, username: string, password: string) =>
  shop.call(login, { body: { username, password } });
