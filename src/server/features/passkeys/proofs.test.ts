import { expect, test } from 'vitest';
import {
  addPasskey,
  getPasskeyOptions,
  getSignInOptions,
  reauthenticate,
  removePasskey,
  signInWithPasskey,
} from '#contract/passkeys.ts';
import { getUser, listSessions, login } from '#contract/users.ts';
import type { Authenticator, Faults } from '../../testing/authenticator.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import type { Sender } from '../../testing/calls.ts';
import { buildMember, MEMBER_PASSWORD, type TestUser, updateUserRow } from '../../testing/factories.ts';
import {
  buildPasskey,
  confirmPassword,
  newDevice,
  signChallenge,
  signConfirmation,
  signInWith,
} from '../../testing/passkeys.ts';

const MINUTE_MS = 60_000;
const REFUSED = { status: 400, body: { code: 'passkey_refused' } };

/** A response that proves nothing. */
const NOTHING = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x' } };

/** Assertions that no browser makes at the shop's page, or that a copy of the passkey makes. */
const DISHONEST: [string, Faults][] = [
  ['of another page', { origin: 'http://localhost:3001' }],
  ['for another host', { rpId: 'evil.test' }],
  ['without a check of the person', { userVerified: false }],
  ['of another kind', { type: 'webauthn.create' }],
  ['with another key', { foreignKey: true }],
  ['with the name of another user', { userHandle: Buffer.from('somebody else').toString('base64url') }],
  ['with a counter that went back', { counter: 1 }],
  ['with a counter that stands still', { counter: 2 }],
];

bothDatabases((shop) => {
  const send = (response: ReturnType<Authenticator['get']>) => shop().call(signInWithPasskey, { body: { response } });
  const confirm = ({ call }: TestUser, response: ReturnType<Authenticator['get']>) =>
    call(reauthenticate, { body: { response } });
  /** True if a session may add a passkey, which only a confirmation allows. */
  const mayAdd = async ({ call }: Pick<TestUser, 'call'>) => {
    const { body } = await call(addPasskey, { body: { name: 'x', response: NOTHING } });
    return body.code !== 'reauthentication_needed';
  };
  /** A user with a passkey whose counter is 2 and whose session is not confirmed any more. */
  const buildWithPasskey = async () => {
    const member = await buildMember(shop());
    const { id, device } = await buildPasskey(shop(), member);
    expect((await signInWith(shop(), device)).status).toBe(200);
    shop().advance(10 * MINUTE_MS);
    return { member, id, device };
  };

  test('a member signs in with a passkey and no password; the answer is that of the login', async () => {
    const { member, device } = await buildWithPasskey();
    const { status, body } = await signInWith(shop(), device, { headers: { 'user-agent': 'A phone' } });
    expect(status).toBe(200);
    const { token, ...user } = body;
    const call = shop().as(token);
    expect((await call(getUser)).body.user).toEqual(user);
    expect(user.username).toBe(member.username);
    const { sessions } = (await call(listSessions)).body;
    expect(sessions.find(({ current }) => current)!.userAgent).toBe('A phone');
  });

  test('a refused sign-in is in the evidence, with the name of the account if the passkey is known', async () => {
    const { member, device } = await buildWithPasskey();
    const from = (remoteAddress: string) => ({ remoteAddress, faults: { foreignKey: true } });
    expect(await signInWith(shop(), device, from('192.0.2.41'))).toMatchObject(REFUSED);
    expect(await signInWith(shop(), device, from('192.0.2.41'))).toMatchObject(REFUSED);
    const response = { ...(await signChallenge(shop(), device)), id: 'unknown', rawId: 'unknown' };
    const unknown = await shop().call(signInWithPasskey, { remoteAddress: '192.0.2.42', body: { response } });
    expect(unknown).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
    const recorded = await shop()
      .database.read.selectFrom('audit')
      .innerJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
      .select(['audit_texts.subject', 'audit_texts.address', 'audit_texts.user_id'])
      .where('audit.kind', '=', 'sign_in_failed')
      .where('audit_texts.address', 'in', ['192.0.2.41', '192.0.2.42'])
      .orderBy('audit.id')
      .execute();
    expect(recorded).toEqual([
      { subject: member.username, address: '192.0.2.41', user_id: member.id },
      { subject: '(not a user name)', address: '192.0.2.42', user_id: null },
    ]);
  });

  test('an authenticator that does not count its uses can be used again and again', async () => {
    const member = await buildMember(shop());
    const { device } = await buildPasskey(shop(), member, { device: newDevice(shop(), { counts: false }) });
    for (const _use of ['first', 'second']) expect((await signInWith(shop(), device)).status).toBe(200);
  });

  test.each(DISHONEST)('a sign-in %s is refused, and its challenge cannot be used again', async (_what, faults) => {
    const { member, device } = await buildWithPasskey();
    const { options } = (await shop().call(getSignInOptions, { body: {} })).body;
    expect(await send(device.get(options, faults))).toMatchObject(REFUSED);
    expect(await send(device.get(options))).toMatchObject(REFUSED);
    expect((await member.call(listSessions)).body.sessions).toHaveLength(2);
    expect((await signInWith(shop(), device)).status).toBe(200);
  });

  test('a response cannot sign in twice, late, or in place of another one', async () => {
    const { member, device } = await buildWithPasskey();
    const response = await signChallenge(shop(), device);
    const both = await Promise.all([send(response), send(response)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await send(response)).toMatchObject(REFUSED);
    expect(await send(device.get({ challenge: 'x'.repeat(43), rpId: 'localhost' }))).toMatchObject(REFUSED);

    const late = await signChallenge(shop(), device);
    const ofConfirmation = await signConfirmation(member, device);
    expect(await send(ofConfirmation), 'a confirmation is no sign-in').toMatchObject(REFUSED);
    expect(await confirm(member, await signChallenge(shop(), device)), 'nor the reverse').toMatchObject(REFUSED);
    await confirmPassword(member);
    const adding = (await member.call(getPasskeyOptions, { body: {} })).body.options;
    const ofAdding = device.get({ challenge: adding.challenge, rpId: 'localhost' });
    expect(await confirm(member, ofAdding), 'nor is adding one').toMatchObject(REFUSED);
    shop().advance(5 * MINUTE_MS);
    expect(await send(late)).toMatchObject(REFUSED);
  });

  test('of a passkey and its copy that sign in at the same time, with the same counter, one is refused', async () => {
    const { device } = await buildWithPasskey();
    const responses = [
      await signChallenge(shop(), device, { counter: 9 }),
      await signChallenge(shop(), device, { counter: 9 }),
    ];
    const statuses = (await Promise.all(responses.map(send))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  test('a suspended account and a removed passkey open no session, also if that happens in between', async () => {
    const suspended = await buildWithPasskey();
    const response = await signChallenge(shop(), suspended.device);
    await updateUserRow(shop(), suspended.member.id, { status: 'suspended' });
    expect(await send(response)).toMatchObject({ status: 403, body: { code: 'suspended' } });

    const removed = await buildWithPasskey();
    const other = await signChallenge(shop(), removed.device);
    const again = shop().as((await signInWith(shop(), removed.device)).body.token);
    expect((await again(removePasskey, { params: { id: removed.id } })).status).toBe(200);
    expect(await send(other)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });

    const deleted = await buildWithPasskey();
    await updateUserRow(shop(), deleted.member.id, { deleted_at: shop().clock() });
    expect(await signInWith(shop(), deleted.device)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
  });

  test('a confirmation with the password or a passkey lasts ten minutes, in this session only', async () => {
    const { member, device } = await buildWithPasskey();
    const elsewhere = { call: shop().as((await signInWith(shop(), device)).body.token) };
    expect(await mayAdd(member)).toBe(false);
    expect((await confirm(member, await signConfirmation(member, device))).status).toBe(200);
    expect(await mayAdd(member)).toBe(true);
    expect(await mayAdd(elsewhere)).toBe(false);
    shop().advance(10 * MINUTE_MS);
    expect(await mayAdd(member)).toBe(false);

    const wrong = await member.call(reauthenticate, { body: { password: 'not the password' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_current_password' } });
    expect(await mayAdd(member)).toBe(false);
    expect((await member.call(reauthenticate, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    expect(await mayAdd(member)).toBe(true);
    const recorded = await shop()
      .database.read.selectFrom('audit')
      .select('after')
      .where('actor_id', '=', member.id)
      .where('kind', '=', 'reauthenticated')
      .orderBy('id')
      .execute();
    // The first one is of adding the passkey.
    expect(recorded.map(({ after }) => after && Object.keys(JSON.parse(after)))).toEqual([null, ['passkey'], null]);
  });

  test.each(DISHONEST)('a confirmation %s is refused', async (_what, faults) => {
    const { member, device } = await buildWithPasskey();
    expect(await confirm(member, await signConfirmation(member, device, faults))).toMatchObject(REFUSED);
    expect(await mayAdd(member)).toBe(false);
  });

  test('nobody confirms with the passkey or the challenge of another user, or twice with one response', async () => {
    const [one, other] = [await buildWithPasskey(), await buildWithPasskey()];
    const { options } = (await shop().call(getSignInOptions, { body: {} })).body;
    const { challenge } = JSON.parse(
      Buffer.from((await signConfirmation(one.member, one.device)).response.clientDataJSON, 'base64url').toString(),
    );
    const foreign = other.device.get({ ...options, challenge });
    expect(await confirm(one.member, foreign)).toMatchObject(REFUSED);
    const ofOne = await signConfirmation(one.member, one.device);
    expect(await confirm(other.member, ofOne)).toMatchObject(REFUSED);
    expect(await mayAdd(one.member)).toBe(false);
    expect(await mayAdd(other.member)).toBe(false);
    expect((await confirm(one.member, ofOne)).status).toBe(200);
    expect(await confirm(one.member, ofOne)).toMatchObject(REFUSED);
  });

  test('a confirmation needs the password or a response, and not both', async () => {
    const { member, device } = await buildWithPasskey();
    const response = await signConfirmation(member, device);
    for (const body of [{}, { password: MEMBER_PASSWORD, response }]) {
      expect(await member.call(reauthenticate, { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    }
  });

  test.each([
    'not base64url or JSON!',
    Buffer.from('null').toString('base64url'),
    Buffer.from('{"challenge":{}}').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
    Buffer.from(JSON.stringify({ challenge: 'x'.repeat(43) })).toString('base64url'),
  ])('the client data %j, which no browser sends, are refused', async (clientDataJSON) => {
    const { member, device } = await buildWithPasskey();
    const { response, ...rest } = await signChallenge(shop(), device);
    const broken = { ...rest, response: { ...response, clientDataJSON } };
    expect(await send(broken)).toMatchObject(REFUSED);
    expect(await confirm(member, broken)).toMatchObject(REFUSED);
    const { status, body } = await send({ ...broken, id: 'unknown' });
    expect([400, 401], body.message).toContain(status);
  });
});

bothDatabases(
  (shop) => {
    test('signing in with a passkey has the limit of the login: ten a minute', async () => {
      const member = await buildMember(shop());
      const { device } = await buildPasskey(shop(), member);
      const response = await signChallenge(shop(), device);
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) {
        statuses.push((await shop().call(signInWithPasskey, { body: { response } })).status);
      }
      expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 400), 429]);
    });

    test('a sign-in with a passkey waits for nobody, and makes the browser a known device', async () => {
      const member = await buildMember(shop());
      const { device } = await buildPasskey(shop(), member);
      const guess = (password: string, sender: Sender) =>
        shop().call(login, { ...sender, body: { username: member.username, password } });
      for (let n = 0; n < 10; n++) {
        expect((await guess('a guess', { remoteAddress: `198.51.100.${n}` })).status).toBe(401);
      }
      const elsewhere = { remoteAddress: '203.0.113.7' };
      expect((await guess(MEMBER_PASSWORD, elsewhere)).status, 'a new device waits').toBe(429);
      const { status, headers } = await signInWith(shop(), device, elsewhere);
      expect(status).toBe(200);
      const [, value] = /greenroom_device=([^;]+)/.exec(String(headers['set-cookie']))!;
      const cookies = { greenroom_device: decodeURIComponent(value!) };
      expect((await guess(MEMBER_PASSWORD, { ...elsewhere, cookies })).status, 'a known one does not').toBe(200);
    });
  },
  { settings: { RATE_LIMITS: 'on' } },
);
