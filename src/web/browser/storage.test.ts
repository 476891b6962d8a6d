import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { safeStore } from './safe-storage.ts';
import {
  CART_STORAGE,
  clearGatePassed,
  clearSignIn,
  gatePassed,
  panelWish,
  removeLegacyToken,
  type Stores,
  storedToken,
  storedUser,
  storeGatePassed,
  storePanelWish,
  storeSignIn,
} from './storage.ts';

const listed = () => {
  const store = memoryStorage();
  return safeStore(() => store);
};
const stores = (): Stores => ({ session: listed(), local: listed() });

const mara: User = {
  id: 'a1b2c3d4',
  username: 'mara.k',
  email: 'mara@example.org',
  signalUsername: '',
  role: 'member',
  isAdmin: false,
  memberType: 'Member',
  status: 'active',
  verified: true,
  verifiedUntil: null,
  createdAt: '2026-01-02T03:04:05.000Z',
};

describe('the gate flag', () => {
  test('is set by passing the gate and removed by going back', () => {
    const at = stores();
    expect(gatePassed(at)).toBe(false);
    storeGatePassed(at);
    expect(at.session.getItem('initialAuth')).not.toBeNull();
    expect(gatePassed(at)).toBe(true);
    clearGatePassed(at);
    expect(gatePassed(at)).toBe(false);
  });

  test('stays when the member logs out', () => {
    const at = stores();
    storeGatePassed(at);
    storeSignIn(mara, 'secret', at);
    clearSignIn(at);
    expect(gatePassed(at)).toBe(true);
  });
});

describe('a sign-in', () => {
  test('stores the token under authToken and with the user', () => {
    const at = stores();
    storeSignIn(mara, 'secret', at);
    expect(storedToken(at)).toBe('secret');
    expect(JSON.parse(at.local.getItem('user')!)).toEqual({ ...mara, token: 'secret' });
    expect(storedUser(at)).toEqual(mara);
  });

  test('leaves nothing of the member behind after logging out, whatever a later version stores', () => {
    const at = stores();
    storeGatePassed(at);
    storeSignIn(mara, 'secret', at);
    at.local.setItem(CART_STORAGE, '{}');
    const ofMember = ['greenroom-news', 'greenroom-messages-sent', 'greenroom-returns', 'of-a-later-version'];
    for (const key of [...ofMember, 'greenroom-passkey-suggested-a1b2c3d4']) at.local.setItem(key, '{}');
    at.session.setItem('greenroom-of-a-later-version', '{}');
    const ofDevice = ['greenroom-theme', 'greenroom-packing-paper', 'greenroom-folded-sync'];
    for (const key of ofDevice) at.local.setItem(key, 'light');
    clearSignIn(at);
    expect([storedToken(at), storedUser(at)]).toEqual([null, null]);
    expect(at.local.keys().sort()).toEqual(ofDevice.sort());
    expect(at.session.keys()).toEqual(['initialAuth']);
  });

  test('needs only the name of the stored user', () => {
    const at = stores();
    at.local.setItem('user', '{"username":"mara.k","isAdmin":true,"token":"secret"}');
    expect(storedUser(at)).toMatchObject({
      username: 'mara.k',
      isAdmin: true,
      role: 'owner',
      memberType: 'Member',
    });
  });

  test.each([
    ['role', 'king', 'member'],
    ['isAdmin', 'yes', false],
    ['memberType', null, 'Member'],
    ['status', 'away', 'active'],
    ['verified', 0, true],
    ['verifiedUntil', '2026-02-30', null],
    ['email', 5, ''],
  ])('a stored %s of %o counts as missing', (name, value, asStored) => {
    const at = stores();
    at.local.setItem('user', JSON.stringify({ ...mara, [name]: value }));
    expect(storedUser(at)).toEqual({ ...mara, [name]: asStored });
  });

  test.each(['not json', '{}', '[]', 'null', '{"username":5}'])('a stored user of %s counts as none', (text) => {
    const at = stores();
    at.local.setItem('user', text);
    expect(storedUser(at)).toBeNull();
  });
});

describe('the wish to be in the panel', () => {
  test('keeps the query of the address, and stays when nobody is found signed in', () => {
    const at = stores();
    expect(panelWish(at)).toBeNull();
    storePanelWish('?tab=receipts&q=%231001', at);
    clearSignIn(at);
    expect(panelWish(at)).toBe('/admincp?tab=receipts&q=%231001');
    storePanelWish('', at);
    expect(panelWish(at)).toBe('/admincp');
  });

  test('ends with a sign-in, and when it is taken back', () => {
    const at = stores();
    storePanelWish('?tab=users', at);
    storeSignIn(mara, 'secret', at);
    expect(panelWish(at)).toBeNull();
    storePanelWish('?tab=users', at);
    storePanelWish(null, at);
    expect(panelWish(at)).toBeNull();
  });

  test('leads nowhere else, whatever is stored', () => {
    const first = fc.constantFrom(
      '',
      '?',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '/../',
      'javascript:',
      '?//',
      '?\n//',
      '\t//',
      '#',
    );
    const rest = fc.oneof(fc.string(), fc.constantFrom('evil.example/admincp', 'evil.example:80@shop', '\u2028'));
    fc.assert(
      fc.property(first, rest, (beginning, end) => {
        const at = stores();
        storePanelWish(beginning + end, at);
        const { origin, pathname } = new URL(panelWish(at)!, 'https://shop.example');
        expect([origin, pathname]).toEqual(['https://shop.example', '/admincp']);
      }),
    );
  });
});

describe('the cleanup of an old token', () => {
  test('removes the old token and the user stored with it', () => {
    const at = stores();
    at.local.setItem('token', 'old');
    at.local.setItem('user', JSON.stringify(mara));
    removeLegacyToken(at);
    expect([at.local.getItem('token'), at.local.getItem('user')]).toEqual([null, null]);
  });

  test('changes nothing if there is an authToken', () => {
    const at = stores();
    at.local.setItem('token', 'old');
    storeSignIn(mara, 'new', at);
    removeLegacyToken(at);
    expect(storedToken(at)).toBe('new');
    expect(storedUser(at)).toEqual(mara);
    expect(at.local.getItem('token')).toBe('old');
  });

  test('keeps the user if there is no old token', () => {
    const at = stores();
    at.local.setItem('user', JSON.stringify(mara));
    removeLegacyToken(at);
    expect(storedUser(at)).toEqual(mara);
  });
});
