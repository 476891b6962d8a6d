declare const once: unique symbol;

/**
 * The result of a call that acts once per Idempotency-Key (behavior 2.10). It is the result itself: the mark is a type,
 * which only the functions of this folder give, so a handler that forgets the key does not compile.
 */
export type Once<Result> = Result & { readonly [once]: true };

const mark = <Result>(result: Result): Once<Result> => result as Once<Result>;

/** What `oncePerKey` and `findMade` found or made. */
export const markMade: <Made extends object>(made: Made) => Once<Made> = mark;

/** Another result of the same act. */
export const onceWith = <Result>(_act: Once<object>, result: Result): Once<Result> => mark(result);

/** The result of a statement that looks for the key and stores it itself. */
export const onceInStatement = <Result>({ key: _key }: { key: string | null }, result: Result): Once<Result> =>
  mark(result);

/** The result of a call that changed nothing, such as a preview. */
export const withoutAct: <Result>(result: Result) => Once<Result> = mark;
