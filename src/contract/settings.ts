import * as z from 'zod/mini';
import { COINS } from '#domain/quotes.ts';
import { endpoint } from './endpoint.ts';
import { shopNotices } from './shop-notices.ts';

/** The settings that pages need. Nothing secret. An unset value is null, and pages do not show its control. */
export const shopInfo = z.object({
  name: z.string(),
  /** The hue of the accent, 0 to 359. */
  accent: z.nullable(z.number()),
  /** The seller's license, as members read it. */
  license: z.nullable(z.string()),
  /** The address of the logo. */
  logo: z.nullable(z.string()),
  minimumAge: z.number(),
  telegramSeller: z.nullable(z.string()),
  telegramGroupUrl: z.nullable(z.string()),
  btcAddress: z.nullable(z.string()),
  ltcAddress: z.nullable(z.string()),
  /** The coins in which every order gets an address of its own (behavior 7.27). */
  ownAddresses: z.array(z.enum(COINS)),
  /** How many confirmations a payment in coins needs. */
  paymentConfirmations: z.number(),
  /** Dollars as text. */
  shipping: z.object({ standard: z.string(), express: z.string() }),
  /** Says if members choose a delivery address with their order. */
  deliveryAddresses: z.enum(['off', 'optional', 'required']),
  /** For how many days after its last step an order keeps its address, and backups keep that after it is erased. */
  addressKeepDays: z.number(),
  backupKeepDays: z.number(),
  /** Dollars. */
  defaultMarkup: z.number(),
  syncIntervalSeconds: z.number(),
  pointsPerDollar: z.number(),
  /** Dollars for 100 points; 0 if points cannot be spent. */
  pointsValue: z.number(),
  testPoints: z.boolean(),
  catalogueNeedsGate: z.boolean(),
  /** New members wait until an owner verifies them. If not, nobody is called verified. */
  membersNeedApproval: z.boolean(),
  /** The origin at which passkeys work, such as "https://shop.example". */
  passkeyOrigin: z.string(),
  /** Users of the panel need a passkey to open it. */
  panelNeedsPasskey: z.boolean(),
  /** The categories that members see, in the order of the picker. */
  categories: z.array(
    z.object({
      name: z.string(),
      /** 0 to 359. Null if the name alone says which color it has. */
      hue: z.nullable(z.number()),
      position: z.nullable(z.number()),
    }),
  ),
  /** The texts that owners have set, and whether orders are taken. */
  notices: shopNotices,
});
export type ShopInfo = z.infer<typeof shopInfo>;

export const getShop = endpoint({
  method: 'GET',
  path: '/api/shop',
  access: 'public',
  summary: 'Name, addresses and terms of the shop',
  output: shopInfo,
  errors: [],
});
