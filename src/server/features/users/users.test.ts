import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildMember, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { ACCESS_CODE, ADMIN_PASSWORD, startTestShop, type TestShop } from '../../testing/test-shop.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Passes the gate and answers its cookie. */
const passGate = async (shop: TestShop): Promise<Record<string, string>> => {
  const answer = await shop.call('POST', '/api/auth', { body: { password: ACCESS_CODE } });
  const cookie = String(answer.headers['set-cookie']);
  const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
  return { [name]: decodeURIComponent(value) };
};

let nextName = 0;
const registration = (overrides: Record<string, unknown> = {}) => ({
  username: `Visitor.${++nextName}`,
  email: `visitor${nextName}@example.test`,
  password: 'long enough',
  signalUsername: '',
  ...overrides,
});

bothDatabases((shop) => {
  test('the right access code sets a signed cookie that scripts cannot read; a wrong one is refused', async () => {
    const right = await shop().call('POST', '/api/auth', { body: { password: ACCESS_CODE } });
    expect(right.status).toBe(200);
    expect(right.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/);
    expect(right.headers['set-cookie']).toMatch(/Max-Age=43200/);
    const wrong = await shop().call('POST', '/api/auth', { body: { password: 'guess' } });
    expect(wrong).toMatchObject({
      status: 401,
      body: { message: 'Invalid password. Please try again.', code: 'wrong_access_code' },
    });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    const empty = await shop().call('POST', '/api/auth', { body: { password: '' } });
    expect(empty).toMatchObject({ status: 400, body: { message: 'Password is required' } });
  });

  test('nobody registers without having passed the gate, nor with a forged or stale cookie', async () => {
    const refused = { status: 403, body: { message: 'Pass the access code first.', code: 'gate_needed' } };
    expect(await shop().call('POST', '/api/register', { body: registration() })).toMatchObject(refused);
    const cookies = await passGate(shop());
    const [name, value] = Object.entries(cookies)[0]!;
    const forged = { [name]: value.replace(/^\d/, '9') };
    expect(await shop().call('POST', '/api/register', { body: registration(), cookies: forged })).toMatchObject(
      refused,
    );
    shop().advance(13 * HOUR_MS);
    expect(await shop().call('POST', '/api/register', { body: registration(), cookies })).toMatchObject(refused);
  });

  test('a registered member is signed in at once and never sees a hash', async () => {
    const cookies = await passGate(shop());
    const body = registration({ ageConfirmed: true });
    const answer = await shop().call('POST', '/api/register', { body, cookies });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      username: body.username,
      isAdmin: false,
      memberType: 'Member',
      status: 'active',
      verified: true,
    });
    expect(answer.text).not.toContain('argon2');
    const me = await shop().call('GET', '/api/user', { token: answer.body.token });
    expect(me.body.user).toEqual(answer.body.user);
  });

  test.each([
    [{ username: 'ab' }, 'Username must be at least 3 characters'],
    [{ username: undefined }, 'Username must be at least 3 characters'],
    [{ username: 'no spaces' }, 'Username may only contain letters, digits, dots, dashes and underscores'],
    [{ email: 'nowhere' }, 'Invalid email address'],
    [{ password: 'short' }, 'Password must be at least 8 characters'],
    [{ ageConfirmed: false }, 'Please confirm that you are 21 or older'],
    [{ signalUsername: 'nul\0' }, 'The text has characters that cannot be stored'],
  ])('registering with %j is refused in words: %s', async (wrong, message) => {
    const cookies = await passGate(shop());
    const answer = await shop().call('POST', '/api/register', { body: registration(wrong), cookies });
    expect(answer).toMatchObject({ status: 400, body: { message, code: 'invalid_input' } });
  });

  test('user names and addresses are taken ignoring case, also when two register at once', async () => {
    const cookies = await passGate(shop());
    const body = registration();
    const twice = await Promise.all([
      shop().call('POST', '/api/register', { body, cookies }),
      shop().call('POST', '/api/register', {
        body: registration({ username: body.username.toUpperCase() }),
        cookies,
      }),
    ]);
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(twice.find((answer) => answer.status === 409)?.body).toEqual({
      message: 'Username already exists',
      code: 'username_taken',
    });
    const winner = twice.find((answer) => answer.status === 200)!.body.user;
    const sameAddress = registration({ email: winner.email.toUpperCase() });
    expect(await shop().call('POST', '/api/register', { body: sameAddress, cookies })).toMatchObject({
      status: 409,
      body: { message: 'Email already exists', code: 'email_taken' },
    });
  });

  test('signing in answers the user fields plus token, ignoring the case of the name', async () => {
    const member = await buildMember(shop());
    const answer = await shop().call('POST', '/api/login', {
      body: { username: member.username.toUpperCase(), password: MEMBER_PASSWORD },
    });
    expect(answer).toMatchObject({ status: 200, body: { username: member.username, isAdmin: false } });
    expect(answer.body.token).toHaveLength(43);
  });

  test.each(['nobody-here', 'admin'])('a wrong password and an unknown name (%s) read the same', async (username) => {
    const answer = await shop().call('POST', '/api/login', { body: { username, password: 'wrong' } });
    expect(answer).toMatchObject({
      status: 401,
      body: { message: 'Invalid username or password. Please try again.', code: 'wrong_credentials' },
    });
  });

  test('the first start makes the admin of the settings', async () => {
    const answer = await shop().call('POST', '/api/login', { body: { username: 'admin', password: ADMIN_PASSWORD } });
    expect(answer).toMatchObject({ status: 200, body: { username: 'admin', isAdmin: true } });
  });

  test('a suspended member is told so, and open sessions end', async () => {
    const member = await buildMember(shop());
    await shop().database.write((tx) =>
      tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', member.id).execute(),
    );
    const body = { username: member.username, password: MEMBER_PASSWORD };
    expect(await shop().call('POST', '/api/login', { body })).toMatchObject({
      status: 403,
      body: { message: 'This account is suspended. Please message the seller.', code: 'suspended' },
    });
    expect(await shop().call('GET', '/api/user', { token: member.token })).toMatchObject({ status: 401 });
  });

  test('sessions slide: one in use outlives 30 days, one unused does not', async () => {
    const used = await buildMember(shop());
    const unused = await buildMember(shop());
    shop().advance(20 * DAY_MS);
    expect((await shop().call('GET', '/api/user', { token: used.token })).status).toBe(200);
    shop().advance(20 * DAY_MS);
    expect((await shop().call('GET', '/api/user', { token: used.token })).status).toBe(200);
    expect(await shop().call('GET', '/api/user', { token: unused.token })).toMatchObject({
      status: 401,
      body: { message: 'Your session has expired. Please refresh the page to log in again.', code: 'not_signed_in' },
    });
  });

  test('logging out ends this session and no other', async () => {
    const member = await buildMember(shop());
    const login = await shop().call('POST', '/api/login', {
      body: { username: member.username, password: MEMBER_PASSWORD },
    });
    expect((await shop().call('POST', '/api/logout', { token: member.token })).status).toBe(200);
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(401);
    expect((await shop().call('GET', '/api/user', { token: login.body.token })).status).toBe(200);
  });

  test('a profile can be changed; a new password needs the current one and ends the other sessions', async () => {
    const member = await buildMember(shop());
    const other = await shop().call('POST', '/api/login', {
      body: { username: member.username, password: MEMBER_PASSWORD },
    });
    const patch = (body: unknown) => shop().call('PATCH', '/api/user', { token: member.token, body });
    expect(await patch({ signalUsername: 'mara_k' })).toMatchObject({
      status: 200,
      body: { signalUsername: 'mara_k' },
    });
    expect(await patch({ newPassword: 'a new password', currentPassword: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_current_password' },
    });
    expect((await patch({ newPassword: 'a new password', currentPassword: MEMBER_PASSWORD })).status).toBe(200);
    expect((await shop().call('GET', '/api/user', { token: other.body.token })).status).toBe(401);
    expect((await shop().call('GET', '/api/user', { token: member.token })).status).toBe(200);
  });
});

test('an access code changed in the settings ends every older gate cookie at once', async () => {
  const before = await startTestShop();
  const cookies = await passGate(before);
  await before.app.close();
  await before.database.close();
  const after = await startTestShop({ dataDir: before.dataDir, settings: { SHOP_ACCESS_CODE: 'another code' } });
  const answer = await after.call('POST', '/api/register', { body: registration(), cookies });
  expect(answer.status).toBe(403);
  await after.close();
});
