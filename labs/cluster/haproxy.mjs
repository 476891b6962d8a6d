import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes HAProxy's configuration, and returns the path. deploy/high-availability has the same one for real machines.
 *
 * - `database` leads to the node that Patroni calls the primary.
 *   A check that gets no response counts only after 3 s: a healthy leader on a busy machine would lose all its
 *   connections at once, and all would come back at once.
 * - `shops` leads to the processes that reach the database. While none does, it leads to all that run, because they
 *   still serve the catalogue from memory.
 *
 * @param {string} folder
 * @param {{database: number, shops: number}} ports on which HAProxy listens
 * @param {readonly import('./patroni.mjs').Node[]} nodes
 * @param {readonly {name: string, port: number}[]} shops
 */
export const writeHaproxyConfig = (folder, ports, nodes, shops) => {
  const shopServers = shops.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`).join('\n');
  const databaseServers = nodes
    .map(({ name, reached }) => `  server ${name} 127.0.0.1:${reached.postgres} check port ${reached.patroni}`)
    .join('\n');
  const config = `
global
  maxconn 2000

defaults
  timeout connect 1s
  timeout check 3s
  timeout client 30m
  timeout server 30m
  retries 2
  option redispatch
  default-server inter 1s fall 3 rise 1

listen database
  bind 127.0.0.1:${ports.database}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${databaseServers}

frontend shops
  bind 127.0.0.1:${ports.shops}
  mode http
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto http
  use_backend shops-that-run if { nbsrv(shops-that-are-ready) eq 0 }
  default_backend shops-that-are-ready

backend shops-that-are-ready
  mode http
  option httpchk GET /readyz
  http-check expect status 200
${shopServers}

backend shops-that-run
  mode http
  option httpchk GET /healthz
  http-check expect status 200
${shopServers}
`;
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, config, { mode: 0o644 });
  return path;
};
