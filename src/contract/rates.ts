import * as z from 'zod/mini';
import { isRate } from '#domain/quotes.ts';
import { endpoint } from './endpoint.ts';
import { moment, text } from './values.ts';

/** Dollars per coin, as text; null for none. */
const rate = z.nullable(text(30).check(z.refine(isRate, 'Enter dollars per coin, such as 65000.00')));
const ratesInput = z.object({ BTC: rate, LTC: rate });

/** The rates that quotes are made with (behavior 7.15). Rates that cannot be used are null. */
const rates = z.object({
  BTC: z.nullable(z.string()),
  LTC: z.nullable(z.string()),
  /** When they were set or last read; null if they never were. */
  at: z.nullable(moment),
  source: z.enum(['manual', 'url']),
  /** Rates of RATE_URL that wait for a person, because they jump; null if none does. */
  waiting: z.nullable(z.object({ BTC: z.nullable(z.string()), LTC: z.nullable(z.string()) })),
});
export type RatesInUse = z.infer<typeof rates>;

export const getRates = endpoint({
  method: 'GET',
  path: '/api/admin/rates',
  access: 'orders.read',
  summary: 'Dollars per coin',
  output: rates,
  errors: [],
});

export const setRates = endpoint({
  method: 'PUT',
  path: '/api/admin/rates',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Set dollars per coin by hand',
  input: ratesInput,
  output: rates,
  errors: ['rates_from_url'],
});

export const acceptRates = endpoint({
  method: 'POST',
  path: '/api/admin/rates/accept',
  access: 'settings.write',
  reauthentication: 'recent',
  summary: 'Use the rates that wait, as they were seen',
  input: ratesInput,
  output: rates,
  errors: ['value_moved'],
});
