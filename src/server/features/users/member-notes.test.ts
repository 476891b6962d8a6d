import { expect, test } from 'vitest';
import { addMemberNote, listMemberNotes, MAX_MEMBER_NOTE_LENGTH } from '#contract/users.admin.ts';
import { deleteAccount, exportData, updateUser } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';

bothDatabases((shop) => {
  const add = (user: TestUser, about: TestUser, text: string, idempotencyKey?: string) =>
    user.call(addMemberNote, {
      params: { id: about.id },
      body: { text },
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    });
  const notesAbout = async (user: TestUser, about: TestUser) =>
    (await user.call(listMemberNotes, { params: { id: about.id } })).body.notes;

  test('the order desk and owners write notes about a member, and the newest comes first', async () => {
    const [desk, owner, member] = [
      await buildAdmin(shop(), 'orders'),
      await buildAdmin(shop()),
      await buildMember(shop()),
    ];
    const added = await add(desk, member, '  Pays within the hour\nRings twice ');
    const at = new Date(shop().clock()).toISOString();
    expect(added).toMatchObject({
      status: 201,
      body: { note: { text: 'Pays within the hour\nRings twice', at, by: desk.username } },
    });
    await add(owner, member, 'Moved to Oak Street');
    expect((await notesAbout(desk, member)).map(({ text, by }) => [text, by])).toEqual([
      ['Moved to Oak Street', owner.username],
      ['Pays within the hour\nRings twice', desk.username],
    ]);
    expect(await notesAbout(owner, await buildMember(shop()))).toEqual([]);
  });

  test('a note is 1 to 2,000 characters about somebody whom the shop knows', async () => {
    const [admin, member] = [await buildAdmin(shop()), await buildMember(shop())];
    for (const text of ['', '  ', 'x'.repeat(MAX_MEMBER_NOTE_LENGTH + 1)]) {
      expect(await add(admin, member, text)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    expect(MAX_MEMBER_NOTE_LENGTH).toBe(2000);
    expect((await add(admin, member, 'x'.repeat(MAX_MEMBER_NOTE_LENGTH))).status).toBe(201);
    const nobody = { ...member, id: 'nobody-at-all' };
    expect(await add(admin, nobody, 'Hello')).toMatchObject({ status: 404 });
    expect(await admin.call(listMemberNotes, { params: { id: nobody.id } })).toMatchObject({ status: 404 });
  });

  test('a note that is sent again with its key is there once, also if both arrive at the same time', async () => {
    const [admin, member, other] = [await buildAdmin(shop()), await buildMember(shop()), await buildMember(shop())];
    const [first, second] = await Promise.all([
      add(admin, member, 'Pays late', 'one-key'),
      add(admin, member, 'Pays late', 'one-key'),
    ]);
    expect(first.body).toEqual(second.body);
    expect(await notesAbout(admin, member)).toHaveLength(1);
    expect((await add(admin, other, 'Pays late', 'one-key')).status).toBe(201);
    expect(await notesAbout(admin, other)).toHaveLength(1);
  });

  test('the member’s own data has no notes, and they go with the account', async () => {
    const [admin, member] = [await buildAdmin(shop()), await buildMember(shop())];
    await add(admin, member, 'Always pays in dimes');
    expect(JSON.stringify((await member.call(exportData)).body)).not.toContain('dimes');
    expect((await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    const stored = await shop().database.read.selectFrom('member_notes').select('id').where('user_id', '=', member.id);
    expect(await stored.execute()).toEqual([]);
    expect(await admin.call(listMemberNotes, { params: { id: member.id } })).toMatchObject({ status: 404 });
  });

  test('a note follows a new name of who wrote it, and stays without a name when they leave', async () => {
    const [desk, owner, member] = [
      await buildAdmin(shop(), 'orders'),
      await buildAdmin(shop()),
      await buildMember(shop()),
    ];
    await add(desk, member, 'Rings twice');
    const username = `new.${desk.username}`;
    expect((await desk.call(updateUser, { body: { username, currentPassword: MEMBER_PASSWORD } })).status).toBe(200);
    expect(await notesAbout(owner, member)).toMatchObject([{ by: username }]);
    expect((await desk.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    expect(await notesAbout(owner, member)).toMatchObject([
      { text: 'Rings twice', by: expect.stringMatching(/^deleted-/) },
    ]);
  });
});
