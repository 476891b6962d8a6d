import { expect, test } from 'vitest';
import { componentsOfPages } from './bill-of-materials.mjs';

const packages = {
  'node_modules/react': { version: '19.0.0', integrity: 'sha512-AAEC', license: 'MIT' },
  'node_modules/@fontsource-variable/figtree': {
    version: '5.2.0',
    integrity: 'sha512-/w==',
    license: 'OFL-1.1 OR MIT',
  },
};

test('what the pages are built from is listed with its checksum, license and place', () => {
  const properties = [{ name: 'greenroom:compiled-into', value: 'pages' }];
  expect(componentsOfPages(packages, ['@fontsource-variable/figtree', 'react'])).toEqual([
    {
      'bom-ref': '@fontsource-variable/figtree@5.2.0',
      type: 'library',
      name: '@fontsource-variable/figtree',
      version: '5.2.0',
      purl: 'pkg:npm/%40fontsource-variable/figtree@5.2.0',
      properties,
      hashes: [{ alg: 'SHA-512', content: 'ff' }],
      licenses: [{ expression: 'OFL-1.1 OR MIT' }],
    },
    {
      'bom-ref': 'react@19.0.0',
      type: 'library',
      name: 'react',
      version: '19.0.0',
      purl: 'pkg:npm/react@19.0.0',
      properties,
      hashes: [{ alg: 'SHA-512', content: '000102' }],
      licenses: [{ license: { id: 'MIT' } }],
    },
  ]);
});

test('a package that the lockfile does not have stops the release', () => {
  expect(() => componentsOfPages(packages, ['leftover'])).toThrow('The pages are built from leftover');
});
