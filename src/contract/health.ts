import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const state = z.object({ status: z.string() });

export const healthz = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process runs',
  output: state,
  errors: [],
});
export const readyz = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'The database responds; `writable` is false while nothing can be stored',
  output: z.object({ status: z.string(), writable: z.boolean() }),
  errors: ['unavailable'],
});
export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Prometheus text; loopback or METRICS_TOKEN only',
  errors: ['forbidden'],
});
