import { expect, test } from 'vitest';
import { getShop } from '#contract/settings.ts';
import { logout } from '#contract/users.ts';
import { setState } from '../../db/shop-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildMember } from '../../testing/factories.ts';
import { passGate } from '../../testing/sign-in.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const settings = {
  ...{
    SHOP_NAME: 'Harbor',
    MINIMUM_AGE: '19',
    TELEGRAM_SELLER: 'harbor_seller',
    TEST_POINTS: 'on',
    DEFAULT_MARKUP: '7',
  },
  ...{ BTC_ADDRESS: BTC, PANEL_PASSKEYS: 'required', MEMBERS_NEED_APPROVAL: 'on' },
};
const NOTICES = {
  pricing: 'Ask for tens',
  weights: 'Labels are late',
  weightsShown: true,
  closed: 'Back on Monday',
  closedOrders: true,
};
const ALL = {
  btcAddress: BTC,
  defaultMarkup: 7,
  membersNeedApproval: true,
  panelNeedsPasskey: true,
  notices: NOTICES,
};
const LEFT_OUT = {
  btcAddress: null,
  ltcAddress: null,
  defaultMarkup: 0,
  membersNeedApproval: false,
  panelNeedsPasskey: false,
};
/** The pages before the gate show these. */
const PUBLIC = { name: 'Harbor', minimumAge: 19, telegramSeller: 'harbor_seller', testPoints: true };

bothDatabases(
  (shop) => {
    test('a visitor at the gate learns what the pages there need, and no address that members pay to', async () => {
      await shop().database.write(async (tx, touch) => {
        await setState(tx, 'shop_notices', JSON.stringify(NOTICES));
        touch('shopNotices');
      });
      await expect.poll(() => shop().shopNotices.current).toEqual(NOTICES);
      const member = await buildMember(shop());
      const { body, text } = await shop().call(getShop);
      expect(body).toMatchObject({ ...PUBLIC, ...LEFT_OUT, catalogueNeedsGate: true });
      expect(body.notices).toEqual({
        pricing: null,
        weights: NOTICES.weights,
        weightsShown: true,
        closed: null,
        closedOrders: false,
      });
      expect(text).not.toContain(BTC);
      expect((await shop().call(getShop, { cookies: await passGate(shop()) })).body).toMatchObject({
        ...PUBLIC,
        ...ALL,
      });
      expect((await member.call(getShop)).body).toMatchObject({ ...PUBLIC, ...ALL });
      await member.call(logout);
      expect((await member.call(getShop)).body).toMatchObject({ btcAddress: null });
    });
  },
  { settings: { ...settings, CATALOGUE_NEEDS_GATE: 'on' } },
);

bothDatabases(
  (shop) => {
    test('a shop whose catalogue everybody sees shows everybody its settings', async () => {
      expect((await shop().call(getShop)).body).toMatchObject({ ...PUBLIC, btcAddress: BTC, defaultMarkup: 7 });
    });
  },
  { settings },
);
