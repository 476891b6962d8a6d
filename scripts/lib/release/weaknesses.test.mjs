import { expect, test } from 'vitest';
import { linesOf } from './weaknesses.mjs';

const report = (/** @type {Record<string, unknown>} */ vulnerabilities) =>
  `npm warn audit something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} }, null, 2)}\n`;

test('a release says of each package with a known weakness how bad it is, and whether there is a newer version', () => {
  const weak = {
    undici: { name: 'undici', severity: 'high', fixAvailable: true },
    tar: { name: 'tar', severity: 'low', fixAvailable: false },
  };
  expect(linesOf(report(weak))).toEqual([
    'undici has a known weakness (high). A newer version is without it.',
    'tar has a known weakness (low). No version is without it yet.',
  ]);
  expect(linesOf(report({}))).toEqual(['No package has a known weakness.']);
});

test('a registry that does not answer is never taken for one that knows no weakness', () => {
  const refused = 'npm warn audit 405\n{\n  "message": "405 Method Not Allowed",\n  "error": { "summary": "" }\n}\n';
  for (const [output, reason] of /** @type {const} */ ([
    [refused, '405 Method Not Allowed'],
    ['npm error network\nnpm error offline', 'npm error offline'],
    ['', 'no answer'],
  ])) {
    expect(linesOf(output)).toEqual([
      `The registry did not say whether a package has a known weakness (${reason}). Ask again: npm audit --omit=dev`,
    ]);
  }
});
