import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, InputOf, ParamsOf, QueryOf } from '#contract/endpoint.ts';

/** Who is signed in, as every request learns it from its token. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  username: string;
  isAdmin: boolean;
  verified: boolean;
}

/** What a handler is given: everything parsed, access already checked. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  input: InputOf<E>;
  /** The signed-in user; set on member and admin endpoints, null elsewhere. */
  user: E['access'] extends 'member' | 'admin' ? SignedIn : SignedIn | null;
  request: FastifyRequest;
  reply: FastifyReply;
}
