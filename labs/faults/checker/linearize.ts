/** One call, as far as it concerns one object. */
export interface Operation<State> {
  /** Names the call for people. */
  name: string;
  /** Monotonic milliseconds. The call takes effect between the two; one that may still do so later has no end. */
  start: number;
  end: number;
  /** False if nobody knows whether the call took effect. Then it may have done so once, at any time after its start. */
  isCertain: boolean;
  /** True if the call never changes the object. */
  isRead: boolean;
  /** The state after it; null if the call, as it was answered, is impossible in this state. */
  apply(state: State): State | null;
}

/** The calls of one object, and the state before all of them. */
export interface ObjectHistory<State> {
  /** Names the object for people. */
  name: string;
  initial: State;
  operations: readonly Operation<State>[];
}

/**
 * `explained`: there is an order. `impossible`: there is none; `stuckAt` is the call that the longest order could not take
 * in, and `state` what the object was then. `undecided`: the search was ended before it knew.
 */
export type Verdict =
  | { outcome: 'explained' }
  | { outcome: 'impossible'; stuckAt: string; state: string }
  | { outcome: 'undecided' };

/** A search is ended after this many states. A round of the fault tests takes some thousands. */
const MOST_STEPS = 300_000;

/** What the search has ordered so far: every certain operation before `next`, those in `ahead`, and some uncertain ones. */
interface Ordered<State> {
  next: number;
  ahead: readonly number[];
  uncertain: readonly number[];
  state: State;
}

/**
 * Decides whether some order of the calls explains all answers: each call has its effect at one moment between its start
 * and its end. This is the search of Wing and Gong with Lowe's memory: no set of ordered calls is tried twice with the same
 * state. A certain read that fits is taken at once, because it changes nothing for the others.
 */
export const decide = <State>({ initial, operations }: ObjectHistory<State>, mostSteps = MOST_STEPS): Verdict => {
  const byStart = operations.toSorted((a, b) => a.start - b.start);
  const certain = byStart.filter(({ isCertain }) => isCertain);
  // A read without an answer says nothing.
  const uncertain = byStart.filter(({ isCertain, isRead }) => !isCertain && !isRead);
  const tried = new Set<string>();
  const open: Ordered<State>[] = [{ next: 0, ahead: [], uncertain: [], state: initial }];
  let furthest = open[0]!;
  for (let steps = 0; open.length > 0; steps++) {
    if (steps === mostSteps) return { outcome: 'undecided' };
    const ordered = open.pop()!;
    if (ordered.next === certain.length) return { outcome: 'explained' };
    if (ordered.next + ordered.ahead.length > furthest.next + furthest.ahead.length) furthest = ordered;
    for (const following of followers(ordered, certain, uncertain)) {
      const key = JSON.stringify([following.next, following.ahead, following.uncertain, following.state]);
      if (tried.has(key)) continue;
      tried.add(key);
      open.push(following);
    }
  }
  return {
    outcome: 'impossible',
    stuckAt: firstToEnd(furthest, certain).name,
    state: JSON.stringify(furthest.state),
  };
};

/** The certain operations that are not ordered and that none of the others precedes, by their index. */
const candidates = <State>({ next, ahead }: Ordered<State>, certain: readonly Operation<State>[]) => {
  const found: number[] = [];
  let firstEnd = Number.POSITIVE_INFINITY;
  for (let index = next; index < certain.length && certain[index]!.start <= firstEnd; index++) {
    if (ahead.includes(index)) continue;
    found.push(index);
    firstEnd = Math.min(firstEnd, certain[index]!.end);
  }
  return { found: found.filter((index) => certain[index]!.start <= firstEnd), firstEnd };
};

/** The orders with one operation more, the most promising last. */
const followers = <State>(
  ordered: Ordered<State>,
  certain: readonly Operation<State>[],
  uncertain: readonly Operation<State>[],
): Ordered<State>[] => {
  const { found, firstEnd } = candidates(ordered, certain);
  const following: Ordered<State>[] = [];
  for (const [index, { start, apply }] of uncertain.entries()) {
    if (start > firstEnd || ordered.uncertain.includes(index)) continue;
    const state = apply(ordered.state);
    if (state === null) continue;
    following.push({ ...ordered, state, uncertain: [...ordered.uncertain, index].sort((a, b) => a - b) });
  }
  for (const index of found.toSorted((a, b) => certain[b]!.end - certain[a]!.end)) {
    const state = certain[index]!.apply(ordered.state);
    if (state === null) continue;
    const one = { ...ordered, ...withDone(ordered, index), state };
    if (certain[index]!.isRead) return [one];
    following.push(one);
  }
  return following;
};

const withDone = <State>({ next, ahead }: Ordered<State>, index: number): Pick<Ordered<State>, 'next' | 'ahead'> => {
  const done = new Set([...ahead, index]);
  let first = next;
  while (done.delete(first)) first++;
  return { next: first, ahead: [...done].sort((a, b) => a - b) };
};

const firstToEnd = <State>({ next, ahead }: Ordered<State>, certain: readonly Operation<State>[]): Operation<State> =>
  certain
    .filter((_, index) => index >= next && !ahead.includes(index))
    .reduce((first, each) => (each.end < first.end ? each : first));
