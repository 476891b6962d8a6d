import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendAndShow } from './show-response.ts';

/** The word of the shop, and the responses that the test lets through in its own order. */
let stored: string;
let responses: (() => void)[];
let client: QueryClient;
let stop: () => void;

const later = (answer: string) =>
  new Promise<string>((resolve) => {
    responses.push(() => resolve(answer));
  });
const query = queryOptions({ queryKey: ['words'], queryFn: () => later(stored) });
const shown = () => client.getQueryData(query.queryKey);
/** Records every word that the page shows. */
const record = () => {
  const words: (string | undefined)[] = [];
  client.getQueryCache().subscribe(() => words.at(-1) === shown() || words.push(shown()));
  return words;
};
const change = (word: string) => {
  stored = word;
  return sendAndShow(
    client,
    query,
    () => later(word),
    (answer) => answer,
  );
};
const somebodyChanges = (word: string) => {
  stored = word;
  void client.invalidateQueries(query);
};
const respond = (index = 0) => responses.splice(index, 1)[0]!();

beforeEach(async () => {
  stored = 'first';
  responses = [];
  client = new QueryClient();
  stop = new QueryObserver(client, query).subscribe(() => {});
  respond();
  await expect.poll(shown).toBe('first');
});
afterEach(() => {
  stop();
  client.clear();
});

test('the response to a change is shown, and nothing is loaded', async () => {
  const saving = change('mine');
  respond();
  await saving;
  expect(shown()).toBe('mine');
  expect(responses).toEqual([]);
});

test('a response that comes after what somebody has changed since is not shown', async () => {
  const saving = change('mine');
  somebodyChanges('theirs');
  respond(1);
  await expect.poll(shown).toBe('theirs');
  const words = record();
  respond();
  await expect.poll(() => responses).toHaveLength(1);
  respond();
  // The change is done when the page shows what there is.
  await saving;
  expect(client.isFetching()).toBe(0);
  expect(words).toEqual(['theirs']);
});

test('of two changes of this page, the response that comes last is not shown for the newer one', async () => {
  const [first, second] = [change('one'), change('two')];
  respond(1);
  await second;
  const words = record();
  respond();
  await expect.poll(() => responses).toHaveLength(1);
  respond();
  await first;
  expect(words).toEqual(['two']);
});

test('a list that was asked for before the change does not bring back what was there', async () => {
  void client.invalidateQueries(query);
  const saving = change('mine');
  respond(1);
  await saving;
  const words = record();
  for (; responses.length > 0; ) respond();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(words).toEqual(['mine']);
});
