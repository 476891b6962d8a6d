/**
 * Starts a server with time limits of its own, which no setting can do: `node server-process.mjs LIMITS MODULE`. LIMITS is
 * JSON, and MODULE the address of the server's module, from the sources or built. More arguments are ignored.
 */
const [, , limits, module] = /** @type {[string, string, string, string]} */ (process.argv);
const { startServer } = await import(module);
await startServer({ timeLimits: JSON.parse(limits) });
