import { expect, test } from 'vitest';
import { changeSettings } from '#contract/settings.admin.ts';
import { listUsers, updateAnyUser, usersCsv } from '#contract/users.admin.ts';
import { localDate } from '#domain/local-days.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';

const verify = ({ call }: TestUser, { id }: TestUser, verifiedUntil: string | null) =>
  call(updateAnyUser, { params: { id }, body: { verified: true, verifiedUntil } });

bothDatabases((shop) => {
  test('a verification has an end, which the list finds 30 days before', async () => {
    const owner = await buildAdmin(shop());
    const member = await buildMember(shop(), { verified: false });
    const dayIn = (days: number) => localDate(shop().clock() + days * 86_400_000, shop().settings.TIME_ZONE);
    const isListed = async () => {
      const { body } = await owner.call(listUsers, { query: { status: 'expiring', q: member.username } });
      return body.total === 1;
    };
    for (const [verifiedUntil, listed] of [
      [dayIn(31), false],
      [dayIn(30), true],
      [dayIn(0), true],
      [dayIn(-1), false],
    ] as const) {
      const { body } = await verify(owner, member, verifiedUntil);
      expect(body.user).toMatchObject({ verified: true, verifiedUntil });
      expect(await isListed(), verifiedUntil).toBe(listed);
    }
    expect((await verify(owner, member, null)).body.user.verifiedUntil).toBeNull();
    for (const wrong of ['2026-02-30', 'tomorrow', '2026-1-1', '']) {
      expect((await verify(owner, member, wrong)).status, wrong).toBe(400);
    }
  });

  test('while members need no approval, the table of users calls nobody verified, and the list keeps what was confirmed', async () => {
    const owner = await buildAdmin(shop());
    const member = await buildMember(shop());
    const until = '2099-03-31';
    await verify(owner, member, until);
    const query = { q: member.username };
    const cells = async () => {
      const [header, row] = (await owner.call(usersCsv, { query })).text.split('\r\n');
      const column = header!.split(',').indexOf('verified');
      return row!.split(',').slice(column, column + 2);
    };
    expect(await cells()).toEqual(['not required', '']);
    const listed = { verified: true, verifiedUntil: until };
    expect((await owner.call(listUsers, { query })).body.users).toMatchObject([listed]);

    const set = (text: string | null) =>
      owner.call(changeSettings, { body: { changes: { MEMBERS_NEED_APPROVAL: text } } });
    expect((await set('on')).status).toBe(200);
    expect(await cells()).toEqual(['yes', until]);
    expect((await set(null)).status).toBe(200);
  });
});
