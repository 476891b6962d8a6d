import { describe, expect, test } from 'vitest';
import { CALL_KINDS, type Cost, type Costs, capacityOf, type Site, simulate, VISIT } from './capacity.ts';

const costsOf = (cost: Partial<Cost>): Costs =>
  Object.fromEntries(CALL_KINDS.map((kind) => [kind, { main: 0, threads: 0, database: 0, ...cost }])) as Costs;

const SMALL: Site = { processes: 1, cores: 2, databaseCores: null, commit: 0, cdn: false };
const LARGE: Site = { processes: 4, cores: 4, databaseCores: 4, commit: 2, cdn: false };
const CALLS_A_VISIT = CALL_KINDS.reduce((sum, kind) => sum + VISIT[kind], 0);

describe('the simulation of a shop under load', () => {
  test('a process is taken for as long as its calls take', () => {
    const { used } = simulate(SMALL, costsOf({ main: 1 }), 600);
    const expected = (600 * CALLS_A_VISIT * 1) / 60_000;
    expect(used.processes).toBeGreaterThan(expected * 0.95);
    expect(used.processes).toBeLessThan(expected * 1.05);
    expect(used['shop cores']).toBeCloseTo(used.processes / 2, 5);
  });

  test('without waiting, a call takes what it costs', () => {
    const { p99 } = simulate(LARGE, costsOf({ main: 2, database: 2 }), 1);
    expect(p99).toBeGreaterThan(4);
    expect(p99).toBeLessThanOrEqual((2 + 2) * 1.5 + LARGE.commit);
  });

  test('one process carries nearly as much as fits into a minute, and is full first', () => {
    const { visits, full } = capacityOf(SMALL, costsOf({ main: 2 }));
    const limit = 60_000 / (CALLS_A_VISIT * 2);
    expect(visits).toBeGreaterThan(limit * 0.85);
    expect(visits).toBeLessThan(limit * 1.02);
    expect(full).toBe('processes');
  });

  test('orders wait for the commits before them, however many processes there are', () => {
    const slowCommits = { ...LARGE, commit: 50 };
    const costs = { ...costsOf({ main: 0.01 }), confirm: { main: 0.01, threads: 0, database: 1 } };
    const four = capacityOf(slowCommits, costs);
    const eight = capacityOf({ ...slowCommits, processes: 8, cores: 8 }, costs);
    expect([four.full, eight.full]).toEqual(['order numbers', 'order numbers']);
    expect(four.visits * VISIT.confirm).toBeLessThan(60_000 / 51);
    expect(eight.visits / four.visits).toBeCloseTo(1, 1);
  });

  test('passwords take cores from the processes', () => {
    const costs = { ...costsOf({ main: 0.1 }), login: { main: 0.1, threads: 200, database: 0 } };
    expect(capacityOf(SMALL, costs).full).toBe('shop cores');
  });

  test('more processes and a content network carry more', () => {
    const costs = costsOf({ main: 1, database: 0.5 });
    const one = capacityOf({ ...LARGE, processes: 1 }, costs).visits;
    const four = capacityOf(LARGE, costs).visits;
    const behindCdn = capacityOf({ ...LARGE, cdn: true }, costs).visits;
    expect(four).toBeGreaterThan(one * 2);
    expect(behindCdn).toBeGreaterThan(four);
  });
});
