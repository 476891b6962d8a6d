import fc from 'fast-check';

/*
 * Values that a caller should not send, as text of an address or of JSON. JSON is text here, because an object cannot
 * hold 1e400, the same key twice, or `__proto__` as a plain key.
 */

/** NUL, half of a surrogate pair, bytes that are not UTF-8, numbers out of range, and signs that mean something in SQL. */
export const ODD_IN_ADDRESS = [
  ...['%00', 'abc%00defghij', '%ED%A0%80', '%FF', '9999999999999999999', '-9999999999999999999', '999999999999999'],
  ...['1e308', '1.5', '-1', '0', '0x10', 'NaN', "'%25_%5C%0A", '%F0%9F%8D%83', '', 'x'.repeat(5000)],
];

/** The same in JSON, and values of other types. */
export const ODD_JSON = [
  ...['"\\u0000"', '"abc\\u0000defghij"', '"\\ud800"', '"\\udf43abcdefgh"'],
  ...['9999999999999999999', '-9999999999999999999', '9007199254740993', '1e308', '1e400', '1.5', '-1', '0'],
  ...['null', 'true', '""', '[]', '{}', '["\\u0000"]', '"9999999999999999999"', `"${'9'.repeat(400)}.00"`],
  ...['"🍃%_\\\\\'"', `"${'x'.repeat(20_000)}"`],
];

const encoded = (json: string) => Buffer.from(json).toString('base64url');

/** Cursors are base64url of a JSON list. Each list gets all of these, whatever its own cursors hold. */
export const ODD_CURSORS = [
  ...['', 'null', '{}', '[]', '[[1]]', '[null]', '[1e308]', '[1.5]', '[-1]', '["x"]', '["\\u0000"]'],
  ...['[9007199254740993]', '[null,"x"]', '[1e308,"x"]', '[1.5,"x"]', '[1,2]', '["x",1]', '["\\u0000","x"]'],
  ...['["x","\\u0000"]', '[1,"\\u0000"]', '["\\ud800","x"]', '[1,"x",2]'],
]
  .map(encoded)
  .concat('%00', 'x'.repeat(5000));

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Keys that mean something to JavaScript, and fields that only the shop sets. */
const TAKEN_NAMES = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'toJSON',
    'length',
    '__defineGetter__',
  ],
  ...['id', 'user_id', 'isAdmin', 'role', 'password_hash', '', '0', '\\u0000', '$where', 'a.b', 'a[b]'],
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom("' or 1=1 --", '"; drop table users; --', '{{7*7}}', '<script>', '../../etc/passwd', '\r\nX: y'),
  fc.constantFrom('=1+1', '%00', '\u202e', '\ufeff', 'a'.repeat(300), '\u0000', '٣', '１', 'ﬀ', 'İ', 'ß'.repeat(100)),
);

const anyNumber = fc.oneof(
  fc.double().map((number) => JSON.stringify(number) ?? '0'),
  fc.integer().map(String),
  fc.constantFrom('1e309', '-1e309', '1e-400', '-0', '4294967296', '2147483648', '9007199254740992', '0.1', '1E5'),
  fc.constantFrom('01', '+1', '.5', '0x1', 'NaN', 'Infinity', `1${'0'.repeat(400)}`, `0.${'1'.repeat(5000)}`),
);

const name = fc.oneof(
  fc.constantFrom(...TAKEN_NAMES),
  fc.string({ maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)),
);

/** The text of a JSON value that no field of the shop means to have. Some of it is not JSON at all. */
export const badJson: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_JSON), weight: 4 },
  { arbitrary: anyText.map((text) => JSON.stringify(text)), weight: 4 },
  { arbitrary: anyNumber, weight: 3 },
  { arbitrary: fc.json({ maxDepth: 4 }), weight: 2 },
  {
    arbitrary: fc
      .array(fc.tuple(name, fc.constantFrom(...ODD_JSON.slice(0, 18))), { maxLength: 4 })
      .map((fields) => `{${fields.map(([field, value]) => `"${field}":${value}`).join(',')}}`),
    weight: 2,
  },
  {
    arbitrary: fc.constantFrom(
      nested(50, '[', ']'),
      nested(5_000, '[', ']'),
      nested(100_000, '[', ']'),
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      `[${'0,'.repeat(60_000)}0]`,
      `[${'1,'.repeat(60_000)}1]`,
      `[${'"x",'.repeat(20_000)}"x"]`,
      `"${'🍃'.repeat(50_000)}"`,
      '"\u0001"',
      '"\\x"',
      'undefined',
      '[1,]',
      '{"a":1,"a":2}',
    ),
    weight: 1,
  },
);

/** The text of a part of an address: most of it well encoded, some of it not. */
export const badInAddress: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_IN_ADDRESS), weight: 3 },
  // A surrogate on its own has no encoding.
  { arbitrary: anyText.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))), weight: 4 },
  {
    arbitrary: fc.constantFrom('%2F', '%5C', '%252e', ';a=b', '%0d%0aX:y', '%', '%zz', '%c0%ae', '+'),
    weight: 2,
  },
  {
    arbitrary: fc.constantFrom('1,2', '1,'.repeat(600), '00001', '1'.repeat(15), '[object Object]', 'null', 'true'),
    weight: 1,
  },
);

const badCursor: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_CURSORS),
  badJson.filter((json) => json.length < 2000).map(encoded),
  fc
    .array(
      fc.oneof(
        anyNumber,
        anyText.map((text) => JSON.stringify(text)),
      ),
      { maxLength: 3 },
    )
    .map((values) => encoded(`[${values}]`)),
);

/** The name and value of a field in a query: several values, and values as objects and lists. */
export const badQuery = (names: readonly string[]): fc.Arbitrary<[string, string]> => {
  const known = names.filter((name) => name !== 'cursor');
  return fc.oneof(
    { arbitrary: fc.tuple(fc.constantFrom(...known, 'limit', 'q'), badInAddress), weight: 4 },
    { arbitrary: fc.tuple(fc.constant('cursor'), badCursor), weight: 2 },
    {
      arbitrary: fc.tuple(
        fc
          .constantFrom(...known, 'cursor')
          .chain((name) => fc.constantFrom(`${name}[]`, `${name}[a]`, `${name}%00`, `${name}.a`)),
        badInAddress,
      ),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(
        fc.constantFrom('__proto__', 'constructor', '__proto__[isAdmin]', '', '%00', 'token', '_method'),
        badInAddress,
      ),
      weight: 1,
    },
  );
};

/**
 * The texts that an HTTP client can put in a header: no control characters. Node refuses those before the shop sees
 * them.
 */
const inHeader = fc.oneof(
  anyText.map((text) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(/\p{Cc}/gu, '?'),
  ),
  fc.constantFrom(
    '',
    ' ',
    ',',
    ';',
    '"',
    '*',
    'x'.repeat(300),
    'x'.repeat(8_000),
    '\xff\xfe',
    'null',
    '[object Object]',
  ),
);

const ODD_HEADERS: Record<string, readonly string[]> = {
  'idempotency-key': ['x'.repeat(200), 'x'.repeat(201), 'same', "' or 1=1", 'a b', '\xe9'],
  'if-none-match': ['*', '""', 'W/"', `"${'x'.repeat(5000)}"`, '"a", "b"', 'W/"x.br"', '\xff'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', '99999999999999'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-1', `bytes=${'0-1,'.repeat(1000)}0-1`, 'lines=1'],
  accept: ['image/avif', '*/*;q=NaN', 'text/html;q=1e400', `${'a/b,'.repeat(2000)}*/*`, 'application/xml', ';;;'],
  'accept-encoding': ['br;q=0', 'gzip, br, zstd', '*;q=-1', `${'gzip,'.repeat(2000)}`, 'identity;q=0,*;q=0'],
  'accept-language': ['xx-XX', `${'en,'.repeat(2000)}`],
  authorization: [
    'Bearer',
    'Bearer ',
    'bearer null',
    'Basic YWRtaW46YWRtaW4=',
    `Bearer ${'x'.repeat(43)}`,
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer a b',
  ],
  cookie: [
    'greenroom_gate=',
    'greenroom_gate=x.y',
    '=',
    ';;;',
    `greenroom_gate=${'%'.repeat(50)}`,
    '__proto__=x; greenroom_device=1.1',
    `a=${'b'.repeat(8000)}`,
  ],
  'x-forwarded-for': [
    '127.0.0.1',
    '::1, unknown',
    "'",
    '999.999.999.999',
    `${'1.1.1.1,'.repeat(1000)}::`,
    '[::1]:80',
    '\xff',
  ],
  'x-forwarded-proto': ['javascript', 'https, http', '', 'file'],
  'x-forwarded-host': ['evil.example', 'a b', 'good/reset', '\xff', ''],
  host: ['evil.example', '', 'a:b:c', '[::1', 'x'.repeat(300)],
  origin: ['null', 'https://evil.example', '\xff'],
  'x-http-method-override': ['DELETE', 'GET'],
  'x-original-url': ['/api/admin/users', '/'],
  'user-agent': ['', '\xff\xfe', 'x'.repeat(8000), '<script>'],
  expect: ['200-maybe'],
  'content-encoding': ['gzip', 'br', 'identity, gzip', 'x'],
};

/** Some headers with odd values. */
export const badHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc
      .constantFrom(...Object.keys(ODD_HEADERS))
      .chain((header) => fc.tuple(fc.constant(header), fc.oneof(fc.constantFrom(...ODD_HEADERS[header]!), inHeader))),
    { maxLength: 3 },
  )
  .map((headers) => Object.fromEntries(headers));

export const BAD_TYPES = [
  'application/json; charset=utf-16',
  'application/json;charset=x',
  'application/JSON',
  'application/problem+json',
  'text/json',
  'text/plain',
  'text/plain; charset=utf-7',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'application/octet-stream',
  'x',
  '',
  '*/*',
  'application/json, text/plain',
];
