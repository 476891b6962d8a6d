import type { AboutSetting } from './about-setting.ts';

const payment = { section: 'payment' } as const;
const managed = { managed: true } as const;
const called = { called: true } as const;
const waits = { managed: true, waits: true } as const;

/** The settings of the section Payment. */
export const PAYMENT_SETTINGS = {
  BTC_ADDRESS: {
    ...payment,
    ...waits,
    says: 'Members send Bitcoin to this address. Your wallet shows it under Receive.',
    help: 'Members send Bitcoin to this address. Your wallet shows it under Receive. With an account key, each new order gets an address of its own, and this one stays for orders from before.',
  },
  LTC_ADDRESS: {
    ...payment,
    ...waits,
    says: 'Members send Litecoin to this address. Your wallet shows it under Receive.',
    help: 'Members send Litecoin to this address. Your wallet shows it under Receive. With an account key, each new order gets an address of its own, and this one stays for orders from before.',
  },
  BTC_XPUB: {
    ...payment,
    ...waits,
    says: 'A public account key (zpub or xpub) of your Bitcoin wallet: [each order gets an address of its own](docs/payments.md).',
    help: 'The public key of an account in your Bitcoin wallet, which begins with zpub or xpub. With it, every order gets an address of its own, so you see who has paid. Nobody can spend with it.',
  },
  LTC_XPUB: {
    ...payment,
    ...waits,
    says: 'A public account key (zpub, Ltub or xpub) of your Litecoin wallet, for addresses of its own, too.',
    help: 'The public key of an account in your Litecoin wallet, which begins with zpub, Ltub or xpub. With it, every order gets an address of its own, so you see who has paid. Nobody can spend with it.',
  },
  BTC_WATCH_URL: {
    ...payment,
    ...waits,
    ...called,
    says: 'Where the shop looks for payments in Bitcoin: a server with the calls of Esplora, or two with a comma.',
    help: 'With it, the shop sees by itself which order is paid in Bitcoin. Type the address of a server that shows all payments, such as `https://blockstream.info/api`, or two with a comma between them. It learns the addresses of your orders, and the shop believes what it says.',
  },
  LTC_WATCH_URL: {
    ...payment,
    ...waits,
    ...called,
    says: 'Where the shop looks for payments in Litecoin: a server with the calls of Esplora, or two with a comma.',
    help: 'With it, the shop sees by itself which order is paid in Litecoin. Type the address of a server that shows all payments, such as `https://litecoinspace.org/api`, or two with a comma between them. It learns the addresses of your orders, and the shop believes what it says.',
  },
  PAYMENT_CONFIRMATIONS: {
    ...payment,
    ...managed,
    waits: 'less',
    says: 'How many confirmations a payment in coins needs.',
    help: 'A payment in coins is safe after this many blocks, the first one included. A block takes about 10 minutes in Bitcoin, and 2.5 in Litecoin.',
  },
  WATCH_SECONDS: {
    ...payment,
    ...managed,
    says: 'How many seconds pass until the shop looks again for the payments of unpaid orders.',
    help: 'How long the shop waits until it looks again for the payments of unpaid orders. For the other orders it takes ten times as long.',
  },
  PAYMENT_AUTO: {
    ...payment,
    ...managed,
    waits: 'on',
    says: '`on`: an order is marked paid as soon as enough is confirmed. Each watched coin needs two servers for it.',
    help: 'An order is marked paid as soon as enough is confirmed. Each watched coin needs two servers of different hosts for that, which have to agree.',
  },
  RATE_URL: {
    ...payment,
    ...managed,
    ...called,
    says: 'Where the shop reads dollars per coin every 5 minutes, `{"BTC": "65000.00", "LTC": null}`.',
    help: 'An address from which the shop reads what one coin costs in dollars, every 5 minutes. Whoever runs the server can set one up. Without it, you type the rates yourself.',
  },
  RATE_JUMP: {
    ...payment,
    ...managed,
    says: 'A rate that moves by more percent waits until an owner accepts it; 0 means that none waits.',
    help: 'A rate that moves further than this waits until an owner accepts it; 0 means that none waits.',
  },
  QUOTE_MINUTES: {
    ...payment,
    says: 'How many minutes the amount of an order in coins is valid.',
    help: 'How long a member can pay the amount in coins that an order shows.',
  },
  RESERVATION_HOURS: {
    ...payment,
    ...managed,
    says: 'How many hours an unpaid order keeps its items. Then it expires, and others can buy them.',
    help: 'How long an unpaid order keeps its items. Then it expires, and others can buy them.',
  },
  PAYMENT_CHECK_HOURS: {
    ...payment,
    ...managed,
    says: 'How many hours items stay reserved at least once a member says that an order is paid; fewer for a first order.',
    help: 'How long items stay reserved at least once a member says that an order is paid. Check it in that time; a first order has less.',
  },
  OPEN_ORDERS: {
    ...payment,
    ...managed,
    says: 'How many unpaid orders a member may have at once; 0 means any number.',
    otherwise: '5; 0 in a demo',
  },
  FIRST_ORDER_MAX: {
    ...payment,
    ...managed,
    says: 'Dollars that a member without a shipped order may have in unpaid orders; 0 means any amount.',
    help: 'How much a new member may order unpaid, until you have shipped the first order; 0 means any amount.',
    otherwise: '2000; 0 in a demo',
  },
} as const satisfies Record<string, AboutSetting>;
