import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addPasskey,
  getPasskeyOptions,
  listPasskeys,
  MOST_PASSKEYS,
  reauthenticate,
  removePasskey,
} from '#contract/passkeys.ts';
import { getShop } from '#contract/settings.ts';
import { listUserEvents } from '#contract/users.admin.ts';
import { deleteAccount, exportData, getUser } from '#contract/users.ts';
import { prune } from '../../jobs/prune.ts';
import type { Faults } from '../../testing/authenticator.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import {
  buildPasskey,
  confirmPassword,
  createPasskey,
  newDevice,
  signConfirmation,
  signInWith,
} from '../../testing/passkeys.ts';
import { logIn } from '../../testing/sign-in.ts';
import { checkData } from '../health/data-checks.queries.ts';

const MINUTE_MS = 60_000;

bothDatabases((shop) => {
  const namesOf = async ({ call }: TestUser) => (await call(listPasskeys)).body.passkeys.map(({ name }) => name);
  const challengesOf = async ({ id }: Pick<TestUser, 'id'>) =>
    shop().database.read.selectFrom('challenges').selectAll().where('user_id', '=', id).execute();
  const evidenceOf = async ({ id }: Pick<TestUser, 'id'>, kind: 'passkey' | 'sign_in') =>
    shop()
      .database.read.selectFrom('audit')
      .select(['subject', 'before', 'after'])
      .where('actor_id', '=', id)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute();

  test('a member adds a passkey, sees it, and removes it', async () => {
    const member = await buildMember(shop());
    expect(await namesOf(member)).toEqual([]);
    const { id, device } = await buildPasskey(shop(), member, { name: '  Phone  ' });
    expect((await member.call(listPasskeys)).body.passkeys).toEqual([
      { id, name: 'Phone', createdAt: new Date(shop().clock()).toISOString(), lastUsedAt: null },
    ]);
    expect((await signInWith(shop(), device)).status).toBe(200);
    const [used] = (await member.call(listPasskeys)).body.passkeys;
    expect(used!.lastUsedAt).toBe(new Date(shop().clock()).toISOString());

    expect((await member.call(removePasskey, { params: { id } })).status).toBe(200);
    expect(await namesOf(member)).toEqual([]);
    expect(await signInWith(shop(), device)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
    expect(await member.call(removePasskey, { params: { id } })).toMatchObject({ status: 404 });

    const admin = await buildAdmin(shop());
    const { events } = (await admin.call(listUserEvents, { params: { id: member.id } })).body;
    expect(events.map(({ what }) => what)).toEqual(['Passkey removed: Phone', 'Passkey added: Phone']);
    expect(await evidenceOf(member, 'passkey')).toEqual([
      { subject: member.id, before: null, after: JSON.stringify({ passkey: id }) },
      { subject: member.id, before: JSON.stringify({ passkey: id }), after: null },
    ]);
    expect(await evidenceOf(member, 'sign_in')).toEqual([
      { subject: null, before: null, after: JSON.stringify({ passkey: id }) },
    ]);
  });

  test('the first passkey ends the member’s other sessions, and another needs a session opened by passkey', async () => {
    const member = await buildMember(shop());
    const elsewhere = shop().as((await logIn(shop(), member.username, MEMBER_PASSWORD)).body.token);
    const { device } = await buildPasskey(shop(), member);
    expect((await elsewhere(getUser)).status).toBe(401);
    await buildPasskey(shop(), member, { name: 'Key' });

    // A person with the password still signs in, and gets no passkey that outlives a new password.
    const byPassword = shop().as((await logIn(shop(), member.username, MEMBER_PASSWORD)).body.token);
    await confirmPassword({ call: byPassword });
    const needed = { status: 403, body: { code: 'passkey_needed', message: 'Sign in with your passkey.' } };
    expect(await byPassword(getPasskeyOptions, { body: {} })).toMatchObject(needed);
    const response = await createPasskey(member, newDevice(shop()));
    expect(await byPassword(addPasskey, { body: { name: 'Third', response } })).toMatchObject(needed);
    expect((await namesOf(member)).sort()).toEqual(['Key', 'Phone']);
    expect((await member.call(getUser)).status, 'the second one ended no session').toBe(200);

    const byPasskey = shop().as((await signInWith(shop(), device)).body.token);
    await confirmPassword({ call: byPasskey });
    const third = await createPasskey({ call: byPasskey }, newDevice(shop()));
    expect((await byPasskey(addPasskey, { body: { name: 'Third', response: third } })).status).toBe(201);
  });

  test('of first passkeys that two sessions add at once one stays, with its session', async () => {
    const member = await buildMember(shop());
    const other = shop().as((await logIn(shop(), member.username, MEMBER_PASSWORD)).body.token);
    const calls = [member.call, other];
    const added = await Promise.all(
      calls.map(async (call) => {
        await confirmPassword({ call });
        return { call, response: await createPasskey({ call }, newDevice(shop())) };
      }),
    );
    const answers = await Promise.all(
      added.map(({ call, response }) => call(addPasskey, { body: { name: 'Phone', response } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    const open = await Promise.all(calls.map(async (call) => (await call(getUser)).status));
    expect(open).toEqual(answers.map(({ status }) => (status === 201 ? 200 : 401)));
  });

  test('whoever has a passkey removes one only after confirming with it', async () => {
    const member = await buildMember(shop());
    const { id, device } = await buildPasskey(shop(), member);
    shop().advance(10 * MINUTE_MS);
    await confirmPassword(member);
    const byPassword = shop().as((await logIn(shop(), member.username, MEMBER_PASSWORD)).body.token);
    for (const call of [member.call, byPassword]) {
      expect(await call(removePasskey, { params: { id } })).toMatchObject({
        status: 403,
        body: { code: 'passkey_needed', message: 'Confirm with your passkey.', confirm: 'passkey' },
      });
    }
    expect(await namesOf(member)).toEqual(['Phone']);
    const response = await signConfirmation(member, device);
    expect((await member.call(reauthenticate, { body: { response } })).status).toBe(200);
    expect((await member.call(removePasskey, { params: { id } })).status).toBe(200);
  });

  test('a fresh sign-in is not enough to add a passkey; a confirmation is, for ten minutes', async () => {
    const member = await buildMember(shop());
    const needed = { status: 403, body: { code: 'reauthentication_needed', message: "Confirm it's you to continue." } };
    expect(await member.call(getPasskeyOptions, { body: {} })).toMatchObject(needed);
    await confirmPassword(member);
    const response = await createPasskey(member, newDevice(shop()));
    shop().advance(10 * MINUTE_MS);
    expect(await member.call(addPasskey, { body: { name: 'Phone', response } })).toMatchObject(needed);
    expect(await namesOf(member)).toEqual([]);
    await buildPasskey(shop(), member);
    shop().advance(10 * MINUTE_MS);
    const [passkey] = (await member.call(listPasskeys)).body.passkeys;
    expect(await member.call(removePasskey, { params: { id: passkey!.id } })).toMatchObject(needed);
  });

  test('the options name the shop and the member, ask for a stored passkey, and leave out known ones', async () => {
    const member = await buildMember(shop());
    await buildPasskey(shop(), member);
    const { options } = (await member.call(getPasskeyOptions, { body: {} })).body;
    expect((await shop().call(getShop)).body.passkeyOrigin).toBe('http://localhost:3000');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Greenroom' },
      user: { id: Buffer.from(member.id).toString('base64url'), name: member.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', transports: ['hybrid', 'internal'] }],
    });
  });

  test.each<[string, Faults]>([
    ['of another page', { origin: 'http://localhost:3001' }],
    ['of a page with the shop in its name', { origin: 'http://localhost:3000.evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['without a check of the person', { userVerified: false }],
    ['of another kind', { type: 'webauthn.get' }],
    ['to a challenge that was never given out', { challenge: 'x'.repeat(43) }],
    ['without a challenge', { challenge: '' }],
  ])('a new passkey %s is refused, and its challenge cannot be used again', async (_what, faults) => {
    const member = await buildMember(shop());
    await confirmPassword(member);
    const device = newDevice(shop());
    const { options } = (await member.call(getPasskeyOptions, { body: {} })).body;
    const add = (response: ReturnType<typeof device.create>) =>
      member.call(addPasskey, { body: { name: 'Phone', response } });
    const refused = { status: 400, body: { code: 'passkey_refused' } };
    expect(await add(device.create(options, faults))).toMatchObject(refused);
    if (!('challenge' in faults)) expect(await add(device.create(options))).toMatchObject(refused);
    expect(await namesOf(member)).toEqual([]);
  });

  test('a response cannot be sent twice, late, or by somebody else', async () => {
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    const refused = { status: 400, body: { code: 'passkey_refused' } };
    await confirmPassword(member);
    await confirmPassword(other);
    const response = await createPasskey(member, newDevice(shop()));
    const body = { name: 'Phone', response };
    expect(await other.call(addPasskey, { body })).toMatchObject(refused);
    expect(await member.call(addPasskey, { body })).toMatchObject({ status: 201 });
    expect(await member.call(addPasskey, { body })).toMatchObject(refused);

    const late = await createPasskey(member, newDevice(shop()));
    shop().advance(5 * MINUTE_MS);
    expect(await member.call(addPasskey, { body: { name: 'Late', response: late } })).toMatchObject(refused);
    expect(await namesOf(member)).toEqual(['Phone']);
    expect(await namesOf(other)).toEqual([]);
  });

  test('a statement about the maker of the device is not looked at', async () => {
    const member = await buildMember(shop());
    await confirmPassword(member);
    const attestation = { fmt: 'packed', attStmt: new Map([['x5c', 'a certificate that names an address']]) };
    const response = await createPasskey(member, newDevice(shop()), { attestation });
    expect(await member.call(addPasskey, { body: { name: 'Phone', response } })).toMatchObject({ status: 201 });
  });

  test('a passkey that is somebody else’s already is refused', async () => {
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    await confirmPassword(member);
    await confirmPassword(other);
    const response = await createPasskey(member, newDevice(shop()));
    expect(await member.call(addPasskey, { body: { name: 'Phone', response } })).toMatchObject({ status: 201 });
    const { options } = (await other.call(getPasskeyOptions, { body: {} })).body;
    const clientData = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString());
    clientData.challenge = options.challenge;
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    const copied = { ...response, response: { ...response.response, clientDataJSON } };
    expect(await other.call(addPasskey, { body: { name: 'Copy', response: copied } })).toMatchObject({
      status: 400,
      body: { code: 'passkey_refused' },
    });
    expect(await namesOf(other)).toEqual([]);
  });

  test('of twelve passkeys added at once a member gets ten, and no more after that', async () => {
    const member = await buildMember(shop());
    await confirmPassword(member);
    const responses = await Promise.all(Array.from({ length: 12 }, () => createPasskey(member, newDevice(shop()))));
    const statuses = await Promise.all(
      responses.map(async (response, n) => {
        const { status, body } = await member.call(addPasskey, { body: { name: `Phone ${n}`, response } });
        return status === 201 ? 'added' : body.code;
      }),
    );
    expect(statuses.filter((status) => status === 'added')).toHaveLength(MOST_PASSKEYS);
    expect(statuses.filter((status) => status === 'too_many_passkeys')).toHaveLength(2);
    expect(await namesOf(member)).toHaveLength(MOST_PASSKEYS);
    expect(await challengesOf(member), 'a refused response uses its challenge up too').toEqual([]);
    expect(await member.call(getPasskeyOptions, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys', message: 'An account can have 10 passkeys. Please remove one first.' },
    });
  });

  test('a call that is repeated with its key adds one passkey and returns the same, also at once', async () => {
    const member = await buildMember(shop());
    await confirmPassword(member);
    const response = await createPasskey(member, newDevice(shop()));
    const headers = { 'idempotency-key': randomUUID() };
    const add = (name: string) => member.call(addPasskey, { body: { name, response }, headers });
    const both = await Promise.all([add('Phone'), add('Phone')]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0].body).toEqual(both[1].body);
    const otherwise = { ...response, response: { ...response.response, attestationObject: 'nothing' } };
    for (const body of [
      { name: 'Another name', response },
      { name: 'Phone', response: otherwise },
    ]) {
      const again = await member.call(addPasskey, { body, headers });
      expect([again.status, again.body]).toEqual([201, both[0].body]);
    }
    expect(await namesOf(member)).toEqual(['Phone']);
  });

  test('a member sees and removes only their own passkeys', async () => {
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    const { id } = await buildPasskey(shop(), member);
    expect(await namesOf(other)).toEqual([]);
    expect(await other.call(removePasskey, { params: { id } })).toMatchObject({ status: 404 });
    expect(await namesOf(member)).toEqual(['Phone']);
  });

  test('passkeys are in the member’s data, without the key, and end with the account', async () => {
    const member = await buildMember(shop());
    const { device } = await buildPasskey(shop(), member, { name: 'My own phone' });
    const { text } = await member.call(exportData);
    expect(text).toContain('My own phone');
    expect(text).not.toContain('public_key');
    await createPasskey(member, newDevice(shop()));
    expect((await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    expect(await signInWith(shop(), device)).toMatchObject({ status: 401, body: { code: 'wrong_passkey' } });
    expect(await challengesOf(member)).toEqual([]);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('challenges of interrupted ceremonies are deleted when they are too old to be used', async () => {
    const [member, later] = [await buildMember(shop()), await buildMember(shop())];
    await confirmPassword(member);
    await createPasskey(member, newDevice(shop()));
    shop().advance(3 * MINUTE_MS);
    await confirmPassword(later);
    await createPasskey(later, newDevice(shop()));
    shop().advance(2 * MINUTE_MS);
    await prune(shop().database, { now: shop().clock() });
    expect(await challengesOf(member)).toEqual([]);
    expect(await challengesOf(later)).toHaveLength(1);
  });
});
