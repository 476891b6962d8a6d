import { expect, test } from 'vitest';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { authenticate, checkGate } from '#contract/gate.ts';
import { getUser, logout, register, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildMember, MEMBER_PASSWORD, updateUserRow } from '../../testing/factories.ts';
import { logIn, passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, ADMIN_PASSWORD, startTestShop } from '../../testing/test-shop.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Registration = GivenInputOf<typeof register>;

let lastVisitor = 0;
const buildRegistration = (overrides: Partial<Registration> = {}): Registration => ({
  username: `Visitor.${++lastVisitor}`,
  email: `visitor${lastVisitor}@example.test`,
  password: 'long enough',
  signalUsername: '',
  ...overrides,
});

bothDatabases((shop) => {
  const statusOf = async (token: string) => (await shop().call(getUser, { token })).status;
  const registerAs = (body: Registration, cookies: Record<string, string> = {}, key?: string) =>
    shop().call(register, { body, cookies, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });

  test('the right access code sets a signed cookie that scripts cannot read, and a wrong one is refused', async () => {
    const enter = (password: string) => shop().call(authenticate, { body: { password } });
    const right = await enter(ACCESS_CODE);
    expect(right.status).toBe(200);
    expect(right.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/);
    expect(right.headers['set-cookie']).toMatch(/Max-Age=43200/);
    const wrong = await enter('guess');
    expect(wrong).toMatchObject({
      status: 401,
      body: { message: 'Invalid password. Please try again.', code: 'wrong_access_code' },
    });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    expect(await enter('')).toMatchObject({ status: 400, body: { message: 'Password is required' } });
  });

  test('a visitor who has not passed the gate cannot register, nor can one with a forged or old cookie', async () => {
    const refused = { status: 403, body: { message: 'Pass the access code first.', code: 'gate_needed' } };
    expect(await registerAs(buildRegistration())).toMatchObject(refused);
    const cookies = await passGate(shop());
    const [name, value] = Object.entries(cookies)[0]!;
    const forged = { [name]: value.replace(/^\d/, '9') };
    expect(await registerAs(buildRegistration(), forged)).toMatchObject(refused);
    shop().advance(13 * HOUR_MS);
    expect(await registerAs(buildRegistration(), cookies)).toMatchObject(refused);
  });

  test('a browser learns whether its cookie still opens the gate, which no token does', async () => {
    const ask = async (cookies: Record<string, string>) => {
      const { status, body } = await shop().call(checkGate, { cookies });
      return status === 200 ? 'open' : body.code;
    };
    const cookies = await passGate(shop());
    expect([await ask({}), await ask(cookies)]).toEqual(['gate_needed', 'open']);
    const { token } = await buildMember(shop());
    expect((await shop().call(checkGate, { token })).status).toBe(403);
    shop().advance(13 * HOUR_MS);
    expect(await ask(cookies)).toBe('gate_needed');
  });

  test('registering signs the member in, and no response has a hash', async () => {
    const registration = buildRegistration({ ageConfirmed: true });
    const { status, body, text } = await registerAs(registration, await passGate(shop()));
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      username: registration.username,
      isAdmin: false,
      memberType: 'Member',
      status: 'active',
      verified: true,
    });
    expect(text).not.toContain('argon2');
    const own = await shop().call(getUser, { token: body.token });
    expect(own.body.user).toEqual(body.user);
  });

  test.each([
    [{ username: 'ab' }, 'Username must be at least 3 characters'],
    [{ username: undefined }, 'Username must be at least 3 characters'],
    [{ username: 'no spaces' }, 'Username may only contain letters, digits, dots, dashes and underscores'],
    [{ email: 'nowhere' }, 'Invalid email address'],
    [{ password: 'short' }, 'Password must be at least 8 characters'],
    [{ ageConfirmed: false }, 'Please confirm that you are 21 or older'],
    [{ signalUsername: 'nul\0' }, 'The text has characters that cannot be stored'],
  ])('registering with %j is refused: %s', async (wrong, message) => {
    const registration = buildRegistration(wrong as Partial<Registration>);
    expect(await registerAs(registration, await passGate(shop()))).toMatchObject({
      status: 400,
      body: { message, code: 'invalid_input' },
    });
  });

  test('user names and e-mails are unique ignoring case, even if two visitors register at once', async () => {
    const cookies = await passGate(shop());
    const registration = buildRegistration();
    const responses = await Promise.all([
      registerAs(registration, cookies),
      registerAs(buildRegistration({ username: registration.username.toUpperCase() }), cookies),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toEqual({
      message: 'Username already exists',
      code: 'username_taken',
    });
    const { email } = responses.find(({ status }) => status === 200)!.body.user;
    expect(await registerAs(buildRegistration({ email: email.toUpperCase() }), cookies)).toMatchObject({
      status: 409,
      body: { message: 'Email already exists', code: 'email_taken' },
    });
  });

  test('a registration that is repeated with its key signs the new account in', async () => {
    const cookies = await passGate(shop());
    const registration = buildRegistration();
    const first = await registerAs(registration, cookies, 'first');
    const again = await registerAs(registration, cookies, 'first');
    expect([again.status, again.body.user]).toEqual([200, first.body.user]);
    expect(Object.keys(again.body)).toEqual(Object.keys(first.body));
    expect(again.body.token).not.toBe(first.body.token);
    for (const { token } of [first.body, again.body]) expect(await statusOf(token)).toBe(200);
    const events = await shop()
      .database.read.selectFrom('user_events')
      .select('what')
      .where('user_id', '=', first.body.user.id)
      .execute();
    expect(events).toEqual([{ what: 'Registered' }]);
  });

  test('a repeated registration with another password or another key is refused, and no key stores a secret', async () => {
    const cookies = await passGate(shop());
    const registration = buildRegistration();
    const { body } = await registerAs(registration, cookies, 'mine');
    const refused = { status: 409, body: { code: 'username_taken', message: 'Username already exists' } };
    expect(await registerAs({ ...registration, password: 'something else' }, cookies, 'mine')).toMatchObject(refused);
    expect(await registerAs(registration, cookies, 'another')).toMatchObject(refused);
    expect(await registerAs(registration, cookies)).toMatchObject(refused);
    const rows = await shop()
      .database.read.selectFrom('idempotency_keys')
      .select(['id', 'answer'])
      .where('user_id', '=', body.user.id)
      .execute();
    expect(rows).toEqual([
      {
        id: `users.register ${registration.username.toLowerCase()} mine`,
        answer: JSON.stringify({ userId: body.user.id }),
      },
    ]);
    await updateUserRow(shop(), body.user.id, { status: 'suspended' });
    expect(await registerAs(registration, cookies, 'mine')).toMatchObject(refused);
  });

  test('visitors who register with the same key get accounts of their own', async () => {
    const cookies = await passGate(shop());
    const registrations = [buildRegistration(), buildRegistration()];
    const responses = await Promise.all(registrations.map((each) => registerAs(each, cookies, 'shared')));
    expect(responses.map(({ body }) => body.user.username)).toEqual(registrations.map(({ username }) => username));
  });

  test('of three registrations at once with one key, one creates the account and all are signed in', async () => {
    const cookies = await passGate(shop());
    const registration = buildRegistration();
    const responses = await Promise.all([1, 2, 3].map(() => registerAs(registration, cookies, 'twice')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.user.id)).size).toBe(1);
    for (const { body } of responses) expect(await statusOf(body.token)).toBe(200);
  });

  test('the login ignores the case of the user name, and returns the user fields plus token', async () => {
    const member = await buildMember(shop());
    const login = await logIn(shop(), member.username.toUpperCase(), MEMBER_PASSWORD);
    expect(login).toMatchObject({ status: 200, body: { username: member.username, isAdmin: false } });
    expect(login.body.token).toHaveLength(43);
  });

  test.each(['nobody-here', 'admin'])(
    'a login as %s with a wrong password does not reveal whether the user exists',
    async (username) => {
      expect(await logIn(shop(), username, 'wrong')).toMatchObject({
        status: 401,
        body: { message: 'Invalid username or password. Please try again.', code: 'wrong_credentials' },
      });
    },
  );

  test('the first start creates the admin of the settings', async () => {
    const login = await logIn(shop(), 'admin', ADMIN_PASSWORD);
    expect(login).toMatchObject({ status: 200, body: { username: 'admin', isAdmin: true } });
  });

  test('a suspended member cannot log in and sees the reason, and open sessions end', async () => {
    const member = await buildMember(shop());
    await updateUserRow(shop(), member.id, { status: 'suspended' });
    expect(await logIn(shop(), member.username, MEMBER_PASSWORD)).toMatchObject({
      status: 403,
      body: { message: 'This account is suspended. Please message the seller.', code: 'suspended' },
    });
    expect(await statusOf(member.token)).toBe(401);
  });

  test('a session in use lasts longer than 30 days, and an unused one does not', async () => {
    const used = await buildMember(shop());
    const unused = await buildMember(shop());
    shop().advance(20 * DAY_MS);
    expect(await statusOf(used.token)).toBe(200);
    shop().advance(20 * DAY_MS);
    expect(await statusOf(used.token)).toBe(200);
    expect(await unused.call(getUser)).toMatchObject({
      status: 401,
      body: { message: 'Your session has expired. Please refresh the page to log in again.', code: 'not_signed_in' },
    });
  });

  test('logging out ends this session and no other', async () => {
    const member = await buildMember(shop());
    const login = await logIn(shop(), member.username, MEMBER_PASSWORD);
    expect((await member.call(logout)).status).toBe(200);
    expect(await statusOf(member.token)).toBe(401);
    expect(await statusOf(login.body.token)).toBe(200);
  });

  test('a member changes their profile, and a new password needs the current one and ends the other sessions', async () => {
    const member = await buildMember(shop());
    const login = await logIn(shop(), member.username, MEMBER_PASSWORD);
    const update = (body: GivenInputOf<typeof updateUser>) => member.call(updateUser, { body });
    expect(await update({ signalUsername: 'mara_k' })).toMatchObject({
      status: 200,
      body: { signalUsername: 'mara_k' },
    });
    expect(await update({ newPassword: 'a new password', currentPassword: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_current_password' },
    });
    expect((await update({ newPassword: 'a new password', currentPassword: MEMBER_PASSWORD })).status).toBe(200);
    expect(await statusOf(login.body.token)).toBe(401);
    expect(await statusOf(member.token)).toBe(200);
  });
});

test('an access code that is changed in the settings ends every older gate cookie immediately', async () => {
  const before = await startTestShop();
  const cookies = await passGate(before);
  await before.app.close();
  await before.database.close();
  const after = await startTestShop({ dataDir: before.dataDir, settings: { SHOP_ACCESS_CODE: 'another code' } });
  const response = await after.call(register, { body: buildRegistration(), cookies });
  expect(response.status).toBe(403);
  await after.close();
});
