import { expect, test } from 'vitest';
import { serverAddresses } from './server-address.ts';

test.each([
  ['postgres://shop', ['postgres://shop'], 'any'],
  ['postgresql://user@host/shop', ['postgresql://user@host/shop'], 'any'],
  ['postgres://user:pass@host:5433/shop', ['postgres://user:pass@host:5433/shop'], 'any'],
  ['postgres:///shop', ['postgres:///shop'], 'any'],
  ['postgres://[::1]:5433/shop', ['postgres://[::1]:5433/shop'], 'any'],
  // Characters of a password: escaped, and those that need not be.
  ['postgres://user:p%40ss%2Fw%3Frd%23@host/shop', ['postgres://user:p%40ss%2Fw%3Frd%23@host/shop'], 'any'],
  ['postgres://user:p@s,s:!@host/shop', ['postgres://user:p@s,s:!@host/shop'], 'any'],
  // A socket, as host of the address or of its options.
  ['postgres://%2Frun%2Fpostgresql/shop', ['postgres://%2Frun%2Fpostgresql/shop'], 'any'],
  ['postgres://user:pass@/shop?host=/run', ['postgres://user:pass@/shop?host=%2Frun'], 'any'],
  // Several servers.
  [
    'postgres://user:pass@one:5432,two:5433/shop',
    ['postgres://user:pass@one:5432/shop', 'postgres://user:pass@two:5433/shop'],
    'read-write',
  ],
  [
    'postgres://one,two,three/shop',
    ['postgres://one/shop', 'postgres://two/shop', 'postgres://three/shop'],
    'read-write',
  ],
  ['postgres://[::1]:1,[::2]/shop', ['postgres://[::1]:1/shop', 'postgres://[::2]/shop'], 'read-write'],
  ['postgres://one,two/shop?target_session_attrs=any', ['postgres://one/shop', 'postgres://two/shop'], 'any'],
  [
    'postgres://one,two/shop?target_session_attrs=primary',
    ['postgres://one/shop', 'postgres://two/shop'],
    'read-write',
  ],
  ['postgres://one/shop?target_session_attrs=read-write', ['postgres://one/shop'], 'read-write'],
  // Other options stay with every server.
  [
    'postgres://one,two/shop?application_name=greenroom&target_session_attrs=primary',
    ['postgres://one/shop?application_name=greenroom', 'postgres://two/shop?application_name=greenroom'],
    'read-write',
  ],
  ['postgres://one/shop?sslmode=require', ['postgres://one/shop?sslmode=require&uselibpqcompat=true'], 'any'],
  ['postgres://one/shop?sslmode=verify-full', ['postgres://one/shop?sslmode=verify-full&uselibpqcompat=true'], 'any'],
])('%s is a list of servers', (address, urls, target) => {
  expect(serverAddresses(address)).toEqual({ urls, target });
});

test.each([
  ['mysql://user:secret@host/shop', 'must begin with postgres://'],
  ['host/shop', 'must begin with postgres://'],
  ['postgres:/user:secret@host/shop', 'must begin with postgres://'],
  ['postgres://user:secret@host:port/shop', 'is not an address of PostgreSQL servers'],
  ['postgres://user:secret@host:70000/shop', 'is not an address of PostgreSQL servers'],
  ['postgres://user:secret@one:5432;two:5432/shop', 'is not an address of PostgreSQL servers'],
  ['postgres://user:sec/ret@host/shop', 'is not an address of PostgreSQL servers'],
  ['postgres://user:sec#ret@host/shop', 'is not an address of PostgreSQL servers'],
  ['postgres://user:secret@::1/shop', 'is not an address of PostgreSQL servers'],
  ['postgres://user:secret@one,,two/shop', 'has a list of servers with an empty place'],
  ['postgres://one,/shop', 'has a list of servers with an empty place'],
  [
    'postgres://user:secret@one,two/shop?target_session_attrs=standby',
    'has a target_session_attrs that is not any, primary or read-write',
  ],
  [
    'postgres://user:secret@one,two/shop?target_session_attrs=',
    'has a target_session_attrs that is not any, primary or read-write',
  ],
])('%s is refused, and the message has nothing of it', (address, message) => {
  expect(() => serverAddresses(address)).toThrow(new Error(message));
});
