import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { getAdminEvents, getEvents } from '#contract/events.ts';
import { hashToken } from '../../lib/secrets.ts';
import type { Shop } from '../../shop.ts';

/** A stream lasts as long as a page is open, which is no response time. */
const STREAMS: readonly string[] = [getEvents.path, getAdminEvents.path];
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Memory, processor, event loop and garbage collection. One per process, however many shops it serves. */
let ofProcess: Registry | undefined;

const processMetrics = (): Registry => {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
};

/** Metrics for operators as Prometheus text: response times, the catalogue, open pages and the process. */
export const registerMetrics = (app: FastifyInstance, shop: Shop): Registry => {
  const registry = new Registry();
  const registers = [registry];
  const { catalogue, streams } = shop;

  const responseTimes = new Histogram({
    name: 'greenroom_http_request_duration_seconds',
    help: 'Response times by method, route and status; the catalogue and open streams are counted apart',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (!STREAMS.includes(route)) {
      responseTimes.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    }
    done();
  });
  new Counter({
    name: 'greenroom_catalogue_answers_total',
    help: 'Answers of the catalogue call, by status',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset();
      this.inc({ status: 200 }, catalogue.responses.full);
      this.inc({ status: 304 }, catalogue.responses.notModified);
    },
  });
  new Gauge({
    name: 'greenroom_catalogue_products',
    help: 'Products that members are shown',
    registers,
    collect() {
      this.set(catalogue.productCount);
    },
  });
  new Gauge({
    name: 'greenroom_event_streams',
    help: 'Open streams of server-sent events',
    registers,
    collect() {
      this.set(streams.count);
    },
  });
  return Registry.merge([registry, processMetrics()]);
};

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
/** Headers that a proxy adds. Behind a proxy on the same machine, every request seems to come from that machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** Returns whether a request may read the metrics: with METRICS_TOKEN, or without that setting from the same machine (behavior 1.10). */
export const mayReadMetrics = (request: FastifyRequest, token: string | undefined): boolean => {
  if (token === undefined) {
    const direct = FORWARDED.every((header) => request.headers[header] === undefined);
    return direct && LOOPBACK.test(request.raw.socket.remoteAddress ?? '');
  }
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
};
