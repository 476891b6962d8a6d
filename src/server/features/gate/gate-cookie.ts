import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GateSecrets } from './gate.queries.ts';

const COOKIE = 'greenroom_gate';
/** By https: browsers accept a cookie of this name only from this very host, and never from an unprotected page. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
/** 12 hours (behavior 3.1). */
const GATE_SECONDS = 12 * 3600;

/** How a browser passed the gate. */
export interface Pass {
  /** The invite whose code was typed; null for the access code. */
  inviteId: string | null;
  /** True if a member has registered with that invite in this browser, so that the pass outlives the invite. */
  isRegistered: boolean;
}

/** The part of the cookie that says how. Nothing for the access code, as in version 0.1.0. */
const encode = ({ inviteId, isRegistered }: Pass): string[] =>
  inviteId === null ? [] : [isRegistered ? `${inviteId}~registered` : inviteId];

const decode = (how: string | undefined): Pass => {
  const [inviteId = null, registered] = how === undefined ? [] : how.split('~');
  return { inviteId, isRegistered: registered !== undefined };
};

/**
 * The cookie's signature covers its end, how the browser passed, and the access code. So a changed code ends every older
 * cookie. The key is in the database, so a cookie is valid for every process.
 */
const sign = (parts: readonly string[], secrets: GateSecrets): string =>
  createHmac('sha256', secrets.key)
    .update([...parts, createHash('sha256').update(secrets.codeHash).digest('base64url')].join('.'))
    .digest('base64url');

export const setGateCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  { pass, secrets, now }: { pass: Pass; secrets: GateSecrets; now: number },
): void => {
  const parts = [String(Math.floor(now / 1000) + GATE_SECONDS), ...encode(pass)];
  const secure = request.protocol === 'https';
  reply.setCookie(secure ? SECURE_COOKIE : COOKIE, [...parts, sign(parts, secrets)].join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: GATE_SECONDS,
  });
};

/** A cookie that has not ended. It means nothing until its signature is checked. */
export interface GateCookie {
  pass: Pass;
  isSignedWith(secrets: GateSecrets): boolean;
}

/** Reads the cookie of a browser; null if there is none or its time is over. */
export const readGateCookie = (request: FastifyRequest, now: number): GateCookie | null => {
  const parts = (request.cookies[SECURE_COOKIE] ?? request.cookies[COOKIE] ?? '').split('.');
  const signature = Buffer.from(parts.pop()!);
  const [end = '', how, ...rest] = parts;
  if (!/^\d+$/.test(end) || Number(end) * 1000 <= now || rest.length > 0) return null;
  return {
    pass: decode(how),
    isSignedWith: (secrets) => {
      const expected = Buffer.from(sign(parts, secrets));
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
};
