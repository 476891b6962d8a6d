import { expect, test } from 'vitest';
import { addAddress as addEndpoint, changeAddress, deleteAddress, listAddresses } from '#contract/addresses.ts';
import { listAudit } from '#contract/audit.ts';
import { deleteAccount, exportData } from '#contract/users.ts';
import { MOST_ADDRESSES } from '#domain/delivery-address.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { ADDRESS, addAddress } from '../../testing/delivery-addresses.ts';
import { buildAdmin, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { readStoredData } from '../../testing/stored-data.ts';

const listOf = async (member: TestUser) => (await member.call(listAddresses)).body.addresses;
const namesOf = async (member: TestUser) => (await listOf(member)).map(({ name }) => name);

bothDatabases((shop) => {
  test('a member adds, changes and deletes addresses of their own, while orders ask for none', async () => {
    const [member, other] = [await buildMember(shop()), await buildMember(shop())];
    expect(shop().settings.DELIVERY_ADDRESSES).toBe('off');
    const added = await member.call(addEndpoint, { body: ADDRESS });
    expect(added).toMatchObject({ status: 201, body: { address: { id: expect.any(String), ...ADDRESS } } });
    const { id } = added.body.address;
    expect(await listOf(member)).toEqual([{ id, ...ADDRESS }]);
    expect(await listOf(other)).toEqual([]);

    const params = { id };
    const changed = await member.call(changeAddress, { params, body: { city: 'Seaside', phone: null } });
    expect(changed).toMatchObject({ status: 200, body: { address: { ...ADDRESS, id, city: 'Seaside', phone: null } } });
    expect((await member.call(changeAddress, { params, body: {} })).body).toEqual(changed.body);
    for (const endpoint of [changeAddress, deleteAddress]) {
      expect(await other.call(endpoint, { params, body: {} })).toMatchObject({ status: 404 });
    }
    expect(await listOf(member)).toEqual([changed.body.address]);

    expect((await member.call(deleteAddress, { params })).status).toBe(200);
    expect(await listOf(member)).toEqual([]);
    expect(await member.call(deleteAddress, { params })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('an address without region, postal code and phone is one, and an empty text is none', async () => {
    const member = await buildMember(shop());
    const few = { name: 'Kai', lines: "8 Queen's Road", country: 'Hong Kong' };
    const nothing = { city: null, region: null, postalCode: null, phone: null };
    expect((await member.call(addEndpoint, { body: few })).body.address).toMatchObject({ ...few, ...nothing });
    const blank = { city: '', region: ' ', postalCode: null, phone: '\t' };
    expect((await member.call(addEndpoint, { body: { ...few, ...blank } })).body.address).toMatchObject(nothing);
  });

  test('letters from right to left stay, and signs that turn the direction or break a line go', async () => {
    const member = await buildMember(shop());
    const body = {
      name: '\u202Bليلى\u202C',
      lines: 'شارع الملك فهد ١٢\r\n\r\n  الطابق الثاني ',
      city: 'الرياض\u2028',
      country: 'السعودية',
      phone: '\u202A+966 11 000 0000\u202C',
    };
    expect(await addAddress(member, body)).toMatchObject({
      name: 'ليلى',
      lines: 'شارع الملك فهد ١٢\nالطابق الثاني',
      city: 'الرياض',
      country: 'السعودية',
      phone: '+966 11 000 0000',
    });
  });

  test.each([
    ['thirty lines', { lines: 'Line\n'.repeat(30) }],
    ['six lines', { lines: 'a\nb\nc\nd\ne\nf' }],
    ['301 characters', { lines: 'x'.repeat(301) }],
    ['a name of 101', { name: 'x'.repeat(101) }],
    ['a city of 101', { city: 'x'.repeat(101) }],
    ['a phone of 101', { phone: '5'.repeat(101) }],
    ['no name', { name: '  ' }],
    ['no lines', { lines: '\n\n' }],
    ['no country', { country: '' }],
    ['a country of nothing that is seen', { country: '\u200B\u2060' }],
    ['a name that is null', { name: null }],
    ['a name that is a number', { name: 5 }],
    ['lines that are a list', { lines: ['a', 'b'] }],
    ['half of a character', { city: '\uD83C' }],
  ])('%s is refused', async (_what, wrong) => {
    const member = await buildMember(shop());
    const body = { ...ADDRESS, ...wrong } as never;
    expect(await member.call(addEndpoint, { body })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const { id } = await addAddress(member);
    const change = await member.call(changeAddress, { params: { id }, body: wrong as never });
    expect(change).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await listOf(member)).toEqual([{ id, ...ADDRESS }]);
  });

  test('five lines, 300 characters and 100 in the others are not too many', async () => {
    const member = await buildMember(shop());
    const longest = { name: 'n', city: 'c', region: 'r', postalCode: 'p', country: 'o', phone: '5' };
    const fields = Object.fromEntries(Object.entries(longest).map(([field, letter]) => [field, letter.repeat(100)]));
    const lines = `${'x'.repeat(292)}\na\nb\nc\nd`;
    expect(await addAddress(member, { ...fields, lines })).toMatchObject({ ...fields, lines });
  });

  test('a member has at most five, also if many are added at once', async () => {
    const member = await buildMember(shop());
    for (let count = 1; count < MOST_ADDRESSES; count++) await addAddress(member);
    const raced = await Promise.all(Array.from({ length: 6 }, () => member.call(addEndpoint, { body: ADDRESS })));
    expect(raced.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(raced.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'too_many_addresses', message: 'You can have 5 delivery addresses. Please delete one first.' },
    });
    const [first] = await listOf(member);
    await member.call(deleteAddress, { params: { id: first!.id } });
    await addAddress(member, { name: 'Newest' });
    expect(await listOf(member)).toHaveLength(MOST_ADDRESSES);
  });

  test('the newest comes first while no order has used one', async () => {
    const member = await buildMember(shop());
    for (const name of ['One', 'Two', 'Three']) {
      await addAddress(member, { name });
      shop().advance(1000);
    }
    expect(await namesOf(member)).toEqual(['Three', 'Two', 'One']);
  });

  test('a repeated call adds nothing again', async () => {
    const member = await buildMember(shop());
    const headers = { 'idempotency-key': 'once' };
    const responses = [];
    for (const _call of ['first', 'second']) responses.push(await member.call(addEndpoint, { body: ADDRESS, headers }));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[1]!.body).toEqual(responses[0]!.body);
    expect(await listOf(member)).toHaveLength(1);
  });

  test("addresses are in a member's own data, go with the account, and are in no evidence", async () => {
    const [member, owner] = [await buildMember(shop()), await buildAdmin(shop())];
    const address = await addAddress(member, { lines: 'qz Mooring 9 qz' });
    await member.call(changeAddress, { params: { id: address.id }, body: { city: 'qz Cove qz' } });
    const { addresses } = (await member.call(exportData)).body as unknown as { addresses: unknown };
    expect(addresses).toEqual([{ ...address, city: 'qz Cove qz' }]);
    await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
    expect(JSON.stringify(await readStoredData(shop()))).not.toMatch(/qz (Mooring|Cove)/);
    expect((await owner.call(listAudit, {})).text).not.toContain('qz ');
  });
});
