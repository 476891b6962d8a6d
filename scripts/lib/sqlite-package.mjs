/** Which better-sqlite3 this Node.js loads. This file is part of the release. */

/** True if this Node.js loads better-sqlite3 13, which needs version 10 of Node-API: 22.14 and later. */
export const hasNodeApi10 = () => Number(process.versions.napi) >= 10;

/** The name in package.json of the better-sqlite3 for this Node.js. src/server/db/sqlite-driver.ts makes the same choice. */
export const sqlitePackage = () => (hasNodeApi10() ? 'better-sqlite3' : 'better-sqlite3-node20');
