/*
 * Node 20 has no `navigator`, which later versions have. Without one, node-postgres looks for Cloudflare by making a
 * `Response`, and that loads all of fetch: 60 ms and some megabytes of every start, even on SQLite.
 */
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { userAgent: `Node.js/${process.version}` } });

export {};
