import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { signIn } from './browser.ts';
import { registerMembers, withShop } from './fixtures.ts';
import { ACCESS_CODE, freePort } from './processes.ts';

/** The newest version that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12';

/** The lowest scores that pass, out of 100. */
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof BARS;

interface Report {
  categories: Record<Category, { score: number | null; title: string }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string; title: string; displayValue?: string }>;
}

const profile = mkdtempSync(join(tmpdir(), 'greenroom-lighthouse-'));

/** A page to audit. `port` is the debugging port of its browser. */
interface Audited {
  name: string;
  port: number;
  address: string;
  /** Clears everything that the browser has stored of the shop, including the service worker. */
  isFirstVisit: boolean;
}

const audit = async ({ name, port, address, isFirstVisit }: Audited): Promise<Report> => {
  const file = join(profile, `${name}.json`);
  const lighthouse = [
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    address,
    `--port=${port}`,
    '--form-factor=mobile',
    ...(isFirstVisit ? [] : ['--disable-storage-reset']),
    '--only-categories=performance,accessibility,best-practices',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ];
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npm', ['exec', '--yes', ...lighthouse], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Lighthouse ended with code ${code}.`))));
  });
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
};

/** Lighthouse's scores vary by several points from run to run. */
const RUNS = 3;

/** The median of several audits, by performance. */
const medianAudit = async (page: Audited): Promise<Report> => {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) reports.push(await audit(page));
  const performance = ({ categories }: Report) => categories.performance.score ?? 0;
  return reports.sort((a, b) => performance(a) - performance(b))[Math.floor(RUNS / 2)]!;
};

/** The metrics that make up the performance score. */
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Prints a report. Returns true if it meets every bar. */
const printReport = (name: string, { categories, audits }: Report): boolean => {
  const figures = (Object.keys(BARS) as Category[]).map((category) => {
    const score = Math.round((categories[category].score ?? 0) * 100);
    return { score, bar: BARS[category], text: `${categories[category].title} ${score} (bar ${BARS[category]})` };
  });
  console.log(`${name}: ${figures.map(({ text }) => text).join(', ')}`);
  const metrics = METRICS.flatMap((id) => audits[id] ?? []);
  console.log(`  ${metrics.map(({ title, displayValue }) => `${title} ${displayValue}`).join(', ')}`);
  for (const { score, scoreDisplayMode, title, displayValue } of Object.values(audits)) {
    const counts =
      scoreDisplayMode === 'binary' || scoreDisplayMode === 'metricSavings' || scoreDisplayMode === 'numeric';
    if (counts && score !== null && score < 0.9) console.log(`  ${title}${displayValue ? `: ${displayValue}` : ''}`);
  }
  return figures.every(({ score, bar }) => score >= bar);
};

const passed = await withShop(
  async (shop) => {
    const port = await freePort();
    // The pages of Lighthouse share the storage of this profile, which keeps the gate's flag and the sign-in.
    const context: BrowserContext = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM!,
      args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    });
    try {
      const gate = await medianAudit({ name: 'gate', port, address: `${shop.url}/`, isFirstVisit: true });
      const [token] = await registerMembers(shop, 1);
      const page = context.pages()[0] ?? (await context.newPage());
      await signIn(page, shop, token!);
      // The cookie of the gate, with which the new tabs of Lighthouse open by themselves.
      await page.request.post(`${shop.url}/api/auth`, { data: { password: ACCESS_CODE } });
      await page.goto(`${shop.url}/?category=Flower`);
      await page.getByRole('article').first().waitFor();
      const list = await medianAudit({ name: 'list', port, address: page.url(), isFirstVisit: false });
      return [printReport('Gate', gate), printReport('List', list)].every(Boolean);
    } finally {
      await context.close();
    }
  },
  { DEMO: 'on' },
);
rmSync(profile, { recursive: true, force: true });
process.exit(passed ? 0 : 1);
