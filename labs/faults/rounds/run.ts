import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../../../scripts/lib/project.mjs';
import { inSeconds } from '../../../tests/faults/calls.ts';
import { ENGINES, type Engine } from '../../../tests/faults/shop-on-engine.ts';
import { CAUSES, canHappen, FAULTS, type FaultKind } from './faults.ts';
import { openPlace, type Place } from './place.ts';
import { type RoundResult, runRound } from './round.ts';

/* `npm run faults` (see scripts/commands/faults.mjs). */

const ROUNDS = 25;

interface Plan {
  rounds: number;
  seed: number;
  engines: readonly Engine[];
  faults: readonly FaultKind[];
}

const readPlan = (): Plan => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { rounds: text, seed: text, engine: text, fault: text } });
  const oneOf = <T extends string>(given: string | undefined, all: readonly T[], option: string): readonly T[] => {
    if (given === undefined) return all;
    if (!all.includes(given as T)) throw new Error(`--${option} takes ${all.join(', ')}.`);
    return [given as T];
  };
  const whole = (given: string | undefined, absent: number, option: string): number => {
    if (given === undefined) return absent;
    if (!/^\d{1,9}$/.test(given)) throw new Error(`--${option} takes a whole number.`);
    return Number(given);
  };
  return {
    rounds: whole(values.rounds, ROUNDS, 'rounds'),
    seed: whole(values.seed, Math.floor(Math.random() * 1_000_000), 'seed'),
    engines: oneOf(values.engine, ENGINES, 'engine'),
    faults: oneOf(values.fault, FAULTS, 'fault'),
  };
};

interface Done {
  engine: Engine;
  fault: FaultKind;
  result: RoundResult;
}

const runAll = async ({ rounds, seed, engines, faults }: Plan): Promise<Done[]> => {
  const done: Done[] = [];
  for (const engine of engines) {
    for (const smallDisk of [false, true]) {
      const possible = faults.filter((fault) => canHappen(fault, engine) && (fault === 'disk') === smallDisk);
      if (possible.length === 0) continue;
      const place = await openPlace(engine, { smallDisk, isMeasured: true });
      try {
        for (const fault of possible) done.push(...(await runFault(place, fault, { rounds, seed })));
      } finally {
        await place.close();
      }
    }
  }
  return done;
};

const runFault = async (place: Place, fault: FaultKind, { rounds, seed }: Pick<Plan, 'rounds' | 'seed'>) => {
  const { engine } = place;
  const done: Done[] = [];
  for (let round = 1; round <= rounds; round++) {
    const historyFile = inProject('dist', 'faults', `${seed}-${engine}-${fault}-${round}.jsonl`);
    const result = await runRound(place, {
      seed: `${seed} ${engine} ${fault} ${round}`,
      cause: CAUSES[fault],
      mayBreak: fault === 'kill',
      historyFile,
    });
    const { ok, refused, unknown, recoveryMs, problems } = result;
    const recovery = recoveryMs === null ? 'never' : inSeconds(recoveryMs);
    print(
      `seed ${seed} round ${round} ${engine} ${fault}: ${ok} ok, ${refused} refused, ${unknown} unknown; ` +
        `recovery ${recovery}; violations ${problems.length}`,
    );
    for (const problem of problems) print(`  ${problem}`);
    if (problems.length > 0) print(`  The calls: ${join('dist', 'faults', historyFile.split('/').at(-1)!)}`);
    done.push({ engine, fault, result });
  }
  return done;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

const summarize = (done: readonly Done[], seed: number): void => {
  const recoveries = (of: readonly Done[]) =>
    of.map(({ result }) => result.recoveryMs ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  for (const engine of ENGINES) {
    for (const fault of FAULTS) {
      const own = done.filter((each) => each.engine === engine && each.fault === fault);
      const times = recoveries(own);
      if (own.length === 0) continue;
      print(
        `${engine} ${fault}: ${own.length} rounds, recovery median ${inSeconds(median(times))}, slowest ${inSeconds(times.at(-1)!)}`,
      );
    }
  }
  const sum = (of: (result: RoundResult) => number) => done.reduce((total, { result }) => total + of(result), 0);
  print(
    `seed ${seed}: ${done.length} rounds, ${sum(({ ok }) => ok)} acknowledged calls, ` +
      `lost ${sum(({ findings }) => findings.lost)}, violations ${sum(({ problems }) => problems.length)}, ` +
      `slowest recovery ${inSeconds(recoveries(done).at(-1) ?? 0)}`,
  );
};

const plan = readPlan();
print(`Seed ${plan.seed}. The histories are in ${join('dist', 'faults')}.`);
const done = await runAll(plan);
if (done.length === 0) print('SQLite has no server that could be stopped, paused or cut off.');
summarize(done, plan.seed);
process.exitCode = done.length > 0 && done.every(({ result }) => result.problems.length === 0) ? 0 : 1;
