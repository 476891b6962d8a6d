import { expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildMember } from '../testing/factories.ts';
import { containsText } from './contains-text.ts';

const NAMES = [
  'Jalape\u00f1o',
  'Farmer\u2019s',
  'Pre\u2011Roll',
  '\u041c\u043e\u0440\u043e\u0437',
  '\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2',
  'half \u00bd',
  '100%',
  'a\u200bb',
  'a`b',
];

bothDatabases((shop) => {
  test.each([
    ['jalapeno', ['Jalapeño']],
    ['JALAPE\u00d1O', ['Jalapeño']],
    ['jalapen\u0303o', ['Jalapeño']],
    ["farmer's", ['Farmer’s']],
    ['pre-roll', ['Pre\u2011Roll']],
    ['\u043c\u043e\u0440\u043e\u0437', ['Мороз']],
    ['\u03a3\u0399\u03a3\u03a5\u03a6\u039f\u03a3', ['Σίσυφος']],
    ['1\u20442', ['half ½']],
    ['0%', ['100%']],
    ['_00', []],
    ['ab', ['a\u200bb']],
    ['a`b', ['a`b']],
  ])('"%s" is contained in %j, in both databases', async (text, found) => {
    const db = shop().database.read;
    for (const signal_username of NAMES) {
      const known = await db.selectFrom('users').select('id').where('signal_username', '=', signal_username).execute();
      if (known.length > 0) continue;
      const { id } = await buildMember(shop());
      await shop().database.write((tx) =>
        tx.updateTable('users').set({ signal_username }).where('id', '=', id).execute(),
      );
    }
    const rows = await db
      .selectFrom('users')
      .select('signal_username')
      .where(containsText(db, 'users.signal_username', text))
      .execute();
    expect(rows.map(({ signal_username }) => signal_username)).toEqual(found);
  });
});
