import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginInput } from '#contract/account-forms.ts';
import { authenticate } from '#contract/gate.ts';
import { ACCESS_CODE, PASSWORD, USERNAME } from '#domain/needed-text.ts';
import { neededTexts, type StandardSchema } from './form-state.ts';

type Typed = Record<string, string>;

/** The first message of each field. */
const messagesOf = async (schema: StandardSchema<Typed, Typed>, typed: Typed) => {
  const { issues = [] } = await schema['~standard'].validate(typed);
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path![0], message]));
};

const typedText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ minLength: 198, maxLength: 202 }),
  fc.constantFrom('', ' ', 'ab', ' ab ', 'abc', 'ab\u200b', 'ａｂ', '\0', 'abc\ud800', '\u00a0\u00a0\u00a0'),
);

test('the gate says what the shop would say of an access code', async () => {
  const form = neededTexts({ password: ACCESS_CODE });
  await fc.assert(
    fc.asyncProperty(fc.record({ password: typedText }), async (typed) => {
      expect(await messagesOf(form, typed)).toEqual(await messagesOf(authenticate.input as never, typed));
    }),
  );
});

test('the login says what the shop would say of a name and a password', async () => {
  const form = neededTexts({ username: USERNAME, password: PASSWORD });
  await fc.assert(
    fc.asyncProperty(fc.record({ username: typedText, password: typedText }), async (typed) => {
      expect(await messagesOf(form, typed)).toEqual(await messagesOf(loginInput as never, typed));
    }),
  );
  expect(await messagesOf(form, { username: 'ab', password: '' })).toEqual({
    username: 'Username must be at least 3 characters',
    password: 'Password is required',
  });
});
