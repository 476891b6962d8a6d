import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

interface Panel {
  id: number;
  title: string;
  targets: { expr: string }[];
}

const rules = read('deploy/monitoring/greenroom.rules.yml');
const dashboard = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')) as { panels: Panel[] };

/** The metrics that the shop has, by name. */
const metricNames = (): Set<string> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofProcess = registry.getMetricsAsArray().map(({ name }) => name);
  const features = join(project, 'src/server/features');
  const ofShop = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('metrics.ts'))
    .flatMap((path) => [...readFileSync(join(features, path), 'utf8').matchAll(/'(greenroom_\w+)'/g)])
    .map(([, name]) => name!);
  return new Set([...ofProcess, ...ofShop]);
};

/** The metrics that a text uses. A histogram has a series of each kind. */
const usedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:greenroom|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  ),
];

const onDashboard = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');

test('every metric of the alert rules and of the dashboard exists', () => {
  const names = metricNames();
  expect(names.size).toBeGreaterThan(20);
  expect(usedIn(`${rules}\n${onDashboard}`).filter((name) => !names.has(name))).toEqual([]);
});

test('every metric of the shop is on the dashboard', () => {
  const shown = usedIn(onDashboard);
  expect([...metricNames()].filter((name) => name.startsWith('greenroom_') && !shown.includes(name))).toEqual([]);
});

test('every panel of the dashboard has an id of its own, a title and a query', () => {
  const { panels } = dashboard;
  expect(panels.length).toBeGreaterThan(10);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.filter(({ title, targets }) => !title || targets.length === 0)).toEqual([]);
});

test('the operations page says of every alert what it means', () => {
  const operations = read('docs/operations.md');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});
