import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSettingName } from '../../src/contract/setting-list.ts';
import { readSettings } from '../../src/server/settings.ts';

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');

/** The value of a setting of the unit. */
const inUnit = (name: string): string | undefined =>
  new RegExp(`^${name}=(.+)$`, 'm').exec(read('greenroom.service'))?.[1];

test('a command beside the service has its user, its settings and its data folder', () => {
  const command = read('greenroom-shop');
  for (const name of ['User', 'Group', 'UMask', 'EnvironmentFile']) {
    expect(command).toContain(` --property ${name}=${inUnit(name)} `);
  }
  expect(command).toContain(` --setenv ${inUnit('Environment')} `);
  expect(command).toContain(` ${inUnit('ExecStart')!.replace(/ start$/, ' shop "$@"')}`);
});

test('nginx keeps no stream of the shop in a buffer, and lets nobody write an address of their own', () => {
  const nginx = read('nginx.conf');
  const [, pattern, streams] = /location ~ (\S+) \{([^}]+)\}/.exec(nginx)!;
  for (const path of ['/api/events', '/api/user/events', '/api/admin/events'])
    expect(path).toMatch(new RegExp(pattern!));
  expect(streams).toContain('proxy_buffering off;');
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
});

test('every container of compose.yaml has bounds for its memory, processes and log, and no more rights than it needs', () => {
  const compose = read('compose.yaml');
  const services = compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
    .split(/\n {2}(?=\w+:\n)/);
  expect(services.slice(1).map((service) => /^\w+/.exec(service)![0])).toEqual(['shop', 'database', 'proxy']);
  for (const service of services.slice(1)) {
    expect(service).toContain('<<: *locked-down');
    expect(service).toContain('mem_limit:');
  }
  const shared = compose.slice(0, compose.indexOf('\nservices:'));
  for (const bound of ['pids_limit:', 'max-size:', 'cap_drop: [ALL]', 'read_only: true'])
    expect(shared).toContain(bound);
  // The first role of the image is the superuser. The one of the shop comes from database.sh.
  expect(compose).not.toContain('POSTGRES_USER');
});

test('no variable of compose.yaml and its example stops the shop, which gets all of them', () => {
  const names = [...`${read('example.env')}${read('compose.yaml')}`.matchAll(/^(\w+)=|\$\{(\w+)/gm)].map(
    ([, first, second]) => (first ?? second)!,
  );
  expect(new Set(names).size).toBeGreaterThan(10);
  // Those that are no settings.
  const others = names.filter((name) => !isSettingName(name));
  expect(others).toContain('DOMAIN');
  expect(() => readSettings(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toThrow();
});

test('a cluster is told the times that the test of clusters measures', () => {
  const times = /const TIMES = \{ (.+) \};/.exec(readFileSync('labs/cluster/patroni.mjs', 'utf8'))![1]!.split(', ');
  expect(times).toHaveLength(3);
  for (const time of times) expect(read('high-availability/patroni.yml')).toContain(`    ${time}\n`);
});
