import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { STREAMS } from '#contract/events.ts';
import { hashToken } from '../../lib/secrets.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { registerAlarmMetrics } from '../alarms/alarm-metrics.ts';
import { registerShopMetrics } from './shop-metrics.ts';

/** A stream lasts as long as a page is open, which is no response time. */
const STREAM_PATHS: readonly string[] = STREAMS.map(({ path }) => path);
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
    if (!STREAM_PATHS.includes(route)) {
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
  registerAlarmMetrics(registry, shop);
  registerShopMetrics(registry, shop);
  return Registry.merge([registry, processMetrics()]);
};

const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
/** Programs on this machine ask for these hosts. A proxy asks for one of them, or for the host of the shop. */
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
/** Headers that proxies and content networks add. */
const FORWARDED =
  /^(x-)?(forwarded|real-ip|client-ip|cluster-client-ip|original|envoy|amzn|azure|appengine|cloud-trace|arr-|proxyuser)|^(via|cdn-loop|cf-|true-client|fastly-|fly-|ali-cdn|akamai-|incap-|x-sucuri|x-vercel|x-nf-|x-render)/;

/**
 * Returns whether a request came from a program on this machine, and not through a proxy on it. Behind such a proxy, every
 * request seems to come from this machine. Some proxies add no header. Most of those speak HTTP/1.0 or pass on the name of
 * the shop.
 */
const isDirect = ({ headers, raw }: FastifyRequest): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '') &&
  raw.httpVersion !== '1.0' &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  Object.keys(headers).every((name) => !FORWARDED.test(name));

/**
 * Returns whether a request may read the metrics: with METRICS_TOKEN, or without that setting from the same machine if
 * no proxy is in front (behavior 1.10).
 */
export const mayReadMetrics = (
  request: FastifyRequest,
  { METRICS_TOKEN: token, TRUST_PROXY }: Pick<Settings, 'METRICS_TOKEN' | 'TRUST_PROXY'>,
): boolean => {
  if (token === undefined) return !TRUST_PROXY && isDirect(request);
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
};
