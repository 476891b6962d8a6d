import { randomUUID } from 'node:crypto';
import { type Answer, describeAnswer, isHanging } from '../../../tests/faults/calls.ts';
import { pause } from '../../../tests/faults/wait.ts';
import type { Ask, Call } from '../checker/history.ts';
import { seenIn } from './answers.ts';

/** Sends a call once. The key is null if the call takes none. */
export type Send = (key: string | null) => Promise<Answer>;

/** Makes calls for somebody, and keeps what was asked and answered. */
export interface Recorder {
  readonly calls: readonly Call[];
  /** What no caller should ever see: 500, no answer in time, 503 without Retry-After. */
  readonly problems: readonly string[];
  /** The number of acknowledged calls. */
  readonly acknowledged: number;
  /** Calls that were refused because the shop could not do them. */
  readonly turnedAway: number;
  /** Makes a call. One with a key is repeated until its outcome is known. Returns the last answer. */
  make(ask: Ask, send: Send, options?: { takesKey?: boolean }): Promise<{ call: Call; answer: Answer }>;
  /** From now on, no call is repeated for longer than `SETTLE_MS`. */
  stop(): void;
}

/** Refusals that say something about the shop's state, or about nothing. Any other is a problem. */
const REFUSALS = new Set([
  'not_found',
  'not_enough_stock',
  'cart_empty',
  'cart_blocked',
  'points_short',
  'limit_reached',
  'step_not_allowed',
  'points_spent',
  'not_enough_points',
  'username_taken',
  'wrong_credentials',
  'sync_running',
]);

const READS: readonly Ask['kind'][] = ['cart.read', 'points.read', 'receipt.read', 'item.read', 'login'];

/** How long a call is repeated after the end of the load. */
const SETTLE_MS = 6_000;
/** The pause of a caller after a call that failed. */
const PAUSE_MS = 75;

/** No call of a round may take longer. Generous, for a busy machine; outage.ts checks the shop's own limits. */
export const PATIENCE_MS = 40_000;

/** `mayBreak`: calls may get no answer, because the shop itself is killed. */
export const createRecorder = ({ mayBreak }: { mayBreak: boolean }): Recorder => {
  const calls: Call[] = [];
  const problems: string[] = [];
  let acknowledged = 0;
  let turnedAway = 0;
  let stopAt = Number.POSITIVE_INFINITY;

  const outcomeOf = (what: string, answer: Answer): { outcome: Call['outcome']; code: string | null } => {
    const { status, code, failure, retryAfter } = answer;
    if (status === 200 || status === 201) return { outcome: 'ok', code: null };
    // Nothing listened, so nothing was sent.
    if (failure === 'ECONNREFUSED') return { outcome: 'refused', code: 'not_sent' };
    if (failure !== null) {
      if (!mayBreak || isHanging(failure)) problems.push(describeAnswer(what, answer));
      return { outcome: 'unknown', code: 'no_answer' };
    }
    if (status === 503 && code === 'outcome_unknown' && retryAfter) return { outcome: 'unknown', code };
    const isExpected = status === 503 ? code === 'unavailable' && retryAfter : code !== null && REFUSALS.has(code);
    if (!isExpected) problems.push(describeAnswer(what, answer));
    return { outcome: status === 503 || isExpected ? 'refused' : 'unknown', code };
  };

  return {
    calls,
    problems,
    get acknowledged() {
      return acknowledged;
    },
    get turnedAway() {
      return turnedAway;
    },
    stop: () => {
      stopAt = performance.now();
    },
    make: async (ask, send, { takesKey = false } = {}) => {
      const key = ask.kind === 'confirm' ? ask.key : takesKey ? randomUUID() : null;
      const start = performance.now();
      let answeredFrom = start;
      let wasUnknown = false;
      for (;;) {
        const answer = await send(key);
        const end = performance.now();
        let { outcome, code } = outcomeOf(ask.kind, answer);
        const isTurnedAway = code === 'unavailable' || code === 'not_sent' || outcome === 'unknown';
        if (isTurnedAway) turnedAway += 1;
        if (READS.includes(ask.kind) && outcome === 'unknown') outcome = 'refused';
        // A repetition that is refused says nothing about the first attempt, which may still be on its way.
        wasUnknown ||= outcome === 'unknown';
        if (wasUnknown && outcome === 'refused') outcome = 'unknown';
        if (isTurnedAway) await pause(PAUSE_MS);
        if (key !== null && wasUnknown && isTurnedAway && end < stopAt + SETTLE_MS) {
          answeredFrom = performance.now();
          continue;
        }
        const call: Call = { ask, start, end, answeredFrom, outcome, code, key, seen: seenIn(ask, answer) };
        calls.push(call);
        if (outcome === 'ok') acknowledged += 1;
        return { call, answer };
      }
    },
  };
};
