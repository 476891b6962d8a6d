import { describe, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import {
  CART_STORAGE,
  cleanUpLegacy,
  forgetGate,
  forgetSignIn,
  gatePassed,
  rememberGate,
  rememberSignIn,
  type Stores,
  storedToken,
  storedUser,
} from './storage.ts';

const stores = (): Stores => ({ session: memoryStorage(), local: memoryStorage() });

const mara: User = {
  id: 'a1b2c3d4',
  username: 'mara.k',
  email: 'mara@example.org',
  signalUsername: '',
  isAdmin: false,
  memberType: 'Member',
  status: 'active',
  verified: true,
  createdAt: '2026-01-02T03:04:05.000Z',
};

describe('the gate flag', () => {
  test('is set by passing and taken away by going back', () => {
    const at = stores();
    expect(gatePassed(at)).toBe(false);
    rememberGate(at);
    expect(at.session.getItem('initialAuth')).not.toBeNull();
    expect(gatePassed(at)).toBe(true);
    forgetGate(at);
    expect(gatePassed(at)).toBe(false);
  });

  test('stays when the member logs out, who returns to the chooser', () => {
    const at = stores();
    rememberGate(at);
    rememberSignIn(mara, 'secret', at);
    forgetSignIn(at);
    expect(gatePassed(at)).toBe(true);
  });
});

describe('a sign-in', () => {
  test('keeps the token under authToken and with the stored user', () => {
    const at = stores();
    rememberSignIn(mara, 'secret', at);
    expect(storedToken(at)).toBe('secret');
    expect(JSON.parse(at.local.getItem('user')!)).toEqual({ ...mara, token: 'secret' });
    expect(storedUser(at)).toEqual(mara);
  });

  test('leaves nothing behind after logging out, the cart included', () => {
    const at = stores();
    rememberSignIn(mara, 'secret', at);
    at.local.setItem(CART_STORAGE, '{}');
    at.local.setItem('greenroom-theme', 'light');
    forgetSignIn(at);
    expect([storedToken(at), storedUser(at), at.local.getItem('cart-storage')]).toEqual([null, null, null]);
    expect(at.local.getItem('greenroom-theme')).toBe('light');
  });

  test('needs no more of the stored user than the name', () => {
    const at = stores();
    at.local.setItem('user', '{"username":"mara.k","isAdmin":true,"token":"secret"}');
    expect(storedUser(at)).toMatchObject({ username: 'mara.k', isAdmin: true, memberType: 'Member' });
  });

  test.each(['not json', '{}', '[]', 'null', '{"username":5}'])(
    'a stored user that reads %s counts as none',
    (text) => {
      const at = stores();
      at.local.setItem('user', text);
      expect(storedUser(at)).toBeNull();
    },
  );
});

describe('the legacy clean-up', () => {
  test('removes an old token and the user kept with it', () => {
    const at = stores();
    at.local.setItem('token', 'old');
    at.local.setItem('user', JSON.stringify(mara));
    cleanUpLegacy(at);
    expect([at.local.getItem('token'), at.local.getItem('user')]).toEqual([null, null]);
  });

  test('touches nothing where an authToken exists', () => {
    const at = stores();
    at.local.setItem('token', 'old');
    rememberSignIn(mara, 'new', at);
    cleanUpLegacy(at);
    expect(storedToken(at)).toBe('new');
    expect(storedUser(at)).toEqual(mara);
    expect(at.local.getItem('token')).toBe('old');
  });

  test('touches no user where there is no old token', () => {
    const at = stores();
    at.local.setItem('user', JSON.stringify(mara));
    cleanUpLegacy(at);
    expect(storedUser(at)).toEqual(mara);
  });
});
