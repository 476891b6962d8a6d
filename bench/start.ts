import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from './part.ts';
import { freePort, root, until } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS } from './scale.ts';

/** `npm start` on a data folder that already has the demo, as on every day but the first. */
export const start: Part = {
  name: 'start',
  measure: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
    try {
      await startOnce(dataDir);
      const measured: number[] = [];
      for (let round = 0; round < ROUNDS; round++) measured.push(await startOnce(dataDir));
      return {
        figures: [{ name: 'Second start until /healthz responds', value: median(measured), unit: 'ms', bar: 1500 }],
      };
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

/** Starts the shop and stops it again. Returns the milliseconds until it was healthy. */
const startOnce = async (dataDir: string): Promise<number> => {
  const port = String(await freePort());
  const started = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore'],
    // npm does not forward every signal, so the whole process group gets it.
    detached: true,
    env: { ...process.env, DATABASE_URL: '', PORT: port, DATA_DIR: dataDir },
  });
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok, 5);
    return performance.now() - started;
  } finally {
    process.kill(-npm.pid!, 'SIGTERM');
    await once(npm, 'exit');
  }
};
