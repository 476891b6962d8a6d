import { randomUUID } from 'node:crypto';
import { type Answer, call, describeAnswer, inSeconds } from './calls.ts';
import { addPiece, type FaultShop } from './fault-shop.ts';
import { CALL_LIMIT_MS, FROM_MEMORY_LIMIT_MS, READYZ_LIMIT_MS } from './limits.ts';

/** Checks what must hold while the database does not respond. Returns what does not, for people. */
export const problemsWithoutDatabase = async (shop: FaultShop): Promise<string[]> => {
  const found = await Promise.all([
    problemsOfReading(shop),
    problemOf(shop, '/readyz', call(`${shop.url}/readyz`), isUnavailable, READYZ_LIMIT_MS),
    problemsOfWriting(shop),
    problemOf(
      shop,
      'the cart',
      call(`${shop.url}/api/cart`, { token: shop.visitor.token }),
      isUnavailable,
      CALL_LIMIT_MS,
    ),
  ]);
  return found.flat();
};

/** Checks that what is served from memory and disk is served: pages, shop, catalogue, picture and health. */
export const problemsOfReading = async (shop: FaultShop): Promise<string[]> => {
  const paths = ['/', '/api/shop', '/api/inventory-data', shop.picture, '/healthz'];
  const isServed = ({ status }: Answer) => status === 200;
  const found = await Promise.all(
    paths.map((path) =>
      problemOf(shop, path, call(`${shop.url}${path}`, { cookie: shop.gateCookie }), isServed, FROM_MEMORY_LIMIT_MS),
    ),
  );
  return found.flat();
};

/** Checks that writes are refused in the way that tells the caller what to do. */
export const problemsOfWriting = async (shop: FaultShop): Promise<string[]> => {
  const { username, password } = shop.visitor;
  const login = call(`${shop.url}/api/login`, { method: 'POST', json: { username, password } });
  const found = await Promise.all([
    problemOf(shop, 'login', login, isRefusedWrite, CALL_LIMIT_MS),
    problemOf(
      shop,
      'add',
      addPiece(shop, shop.visitor, shop.productIds[0]!, randomUUID()),
      isRefusedWrite,
      CALL_LIMIT_MS,
    ),
  ]);
  return found.flat();
};

const isUnavailable = ({ status, code, retryAfter }: Answer) =>
  status === 503 && code === 'unavailable' && Number(retryAfter) >= 1;

/** A write may have been saved, if the database only failed to say so. */
const isRefusedWrite = (answer: Answer) =>
  isUnavailable(answer) || (answer.status === 503 && answer.code === 'outcome_unknown');

const problemOf = async (
  { isMeasured }: FaultShop,
  what: string,
  answered: Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  limitMs: number,
): Promise<string[]> => {
  const answer = await answered;
  const isInTime = !isMeasured || answer.milliseconds <= limitMs;
  return isRight(answer) && isInTime ? [] : [`${describeAnswer(what, answer)} after ${inSeconds(answer.milliseconds)}`];
};
