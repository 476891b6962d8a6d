import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The steps of "Open your shop", in their order. */
export const OPENING_STEPS = ['name', 'chat', 'payment', 'shipping', 'products', 'rules', 'door', 'look'] as const;
export type OpeningStep = (typeof OPENING_STEPS)[number];

/** `done` and `skipped` steps are not shown as the current one. A step that was skipped can still be done. */
export const OPENING_STATES = ['open', 'skipped', 'done'] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

/** The ways in. An account counts if there is neither a chosen code nor an invite. */
const DOORS = ['code', 'invite', 'account'] as const;

/** How far the opening of the shop is (behavior 10.24). */
export const opening = z.object({
  /** Owners see it first: the shop never had an order, is no demo, and no owner has dismissed it. */
  isOffered: z.boolean(),
  steps: z.array(z.object({ step: z.enum(OPENING_STEPS), state: z.enum(OPENING_STATES) })),
  /** The number of listed products. */
  products: z.number(),
  /** null while the only way in is the code that the shop has generated. */
  door: z.nullable(z.enum(DOORS)),
});
export type Opening = z.infer<typeof opening>;

export const getOpening = endpoint({
  method: 'GET',
  path: '/api/admin/opening',
  access: 'settings.write',
  summary: 'How far the opening of the shop is',
  output: opening,
  errors: [],
});

/**
 * Marks a step that was seen, or saved as it was, and dismisses the page. Steps that the shop itself detects need no
 * mark.
 */
export const changeOpening = endpoint({
  method: 'PATCH',
  path: '/api/admin/opening',
  access: 'settings.write',
  summary: 'Mark a step of the opening, or dismiss it',
  input: z
    .object({
      step: z.optional(z.enum(OPENING_STEPS, 'step must be one of the steps')),
      state: z.optional(z.enum(['skipped', 'done'], 'state must be "skipped" or "done"')),
      dismissed: z.optional(z.boolean('dismissed must be true or false')),
    })
    .check(
      z.refine(
        ({ step, state }) => (step === undefined) === (state === undefined),
        'Name a step together with its state',
      ),
    ),
  output: opening,
  errors: [],
});
