import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { mayOpenPanel } from '#domain/permissions.ts';
import { sessionLimits } from '#domain/session-end.ts';
import { counted } from '#domain/text.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDate, formatDay } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { canUsePasskeys, hasPasskeyAddress } from '../../shared/passkey-support.ts';
import { useVerification } from '../../shared/verification-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScrollRow } from '../../ui/scroll-row.tsx';
import { OwnAddresses, useShowsAddresses } from '../addresses/own-addresses.tsx';
import { BackToShop, MemberPage } from '../header/plain-page.tsx';
import { useMember } from '../member.ts';
import BuyAgain from '../products/buy-again.tsx';
import { ReceiptList } from '../receipts/receipts-page.tsx';
import { OwnData } from './own-data.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PointsCard } from './points-card.tsx';
import { PasswordForm, ProfileForm } from './profile-forms.tsx';

const LATEST_RECEIPTS = 3;

// Its products and pictures are below the receipts.
const OwnMarks = lazyPart(() => import('./own-marks.tsx'), <SkeletonText lines={3} />);

/** /account: the member's points, receipts, favorites, alerts, profile, sessions and data. */
export default function AccountPage() {
  usePageTitle('My account');
  const shop = useShop();
  const { role } = useMember();
  // Without an address for others, only the operator can do something about it.
  const showsPasskeys = canUsePasskeys(shop) || hasPasskeyAddress(shop) || mayOpenPanel(role);
  return (
    <MemberPage title="My account" aside={<BackToShop />}>
      <Membership />
      <Jumps />
      {/* The columns float, so that the last two parts go to the end of the shorter one. */}
      <div className="max-lg:in-order last-in-order flex flex-col gap-4 lg:-mr-6 lg:flow-root">
        <div className="in-order flex min-w-0 flex-col gap-4 lg:float-left lg:w-2/3 lg:gap-6 lg:pr-6">
          <PointsCard />
          <section aria-labelledby="receipts-title" className="flex flex-col gap-3">
            <div className="flex items-center justify-between gap-3">
              <h2 id="receipts-title" className="text-base font-semibold text-text">
                Latest receipts
              </h2>
              <Link href={paths.receipts} className="link text-sm">
                All receipts
              </Link>
            </div>
            <ReceiptList atMost={LATEST_RECEIPTS} />
          </section>
          <OwnMarks />
          <BuyAgain keepsRoom />
        </div>
        <div className="in-order flex min-w-0 flex-col gap-4 lg:float-right lg:w-1/3 lg:gap-6 lg:pr-6">
          <Section title="Profile">
            <ProfileForm />
          </Section>
          <OwnAddresses />
          <Section title="Password">
            <PasswordForm />
          </Section>
          {showsPasskeys && (
            <Section title="Passkeys">
              <OwnPasskeys />
            </Section>
          )}
        </div>
        <div className="in-order grid min-w-0 gap-4 lg:min-w-72 lg:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] lg:gap-6 lg:pt-6 lg:pr-6">
          <Sessions />
          <Section title="Your data">
            <OwnData />
          </Section>
        </div>
      </div>
    </MemberPage>
  );
}

/** The names of the page's links, and the headings they lead to. */
const JUMPS = {
  Receipts: 'Latest receipts',
  Saved: 'Favorites',
  Profile: 'Profile',
  Addresses: 'Delivery addresses',
  Password: 'Password',
  Sessions: 'Sessions',
  Data: 'Your data',
};

/** The sections of the page, for a phone, where it is long. */
const Jumps = () => {
  const showsAddresses = useShowsAddresses();
  const shown = Object.entries(JUMPS).filter(([name]) => name !== 'Addresses' || showsAddresses);
  return (
    <nav aria-label="Sections" className="-mt-3 mb-2 lg:hidden">
      <ScrollRow className="-mx-3 gap-x-3.5 px-3 sm:-mx-6 sm:gap-x-5 sm:px-6">
        {shown.map(([name, title]) => (
          <button
            key={name}
            type="button"
            onClick={() => showSection(title)}
            className="link min-h-11 shrink-0 text-sm"
          >
            {name}
          </button>
        ))}
      </ScrollRow>
    </nav>
  );
};

/** The height of the header, with a gap. */
const HEADER_PX = 76;

/** A section that waits for the parts above it is shown once it has its place. */
const AGAIN_MS = 100;
let again: number | undefined;

const showSection = (title: string): void => {
  clearTimeout(again);
  const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === title);
  if (!heading) return;
  if (!heading.checkVisibility({ visibilityProperty: true })) {
    again = window.setTimeout(() => showSection(title), AGAIN_MS);
    return;
  }
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  window.scrollTo({ top: heading.getBoundingClientRect().top + window.scrollY - HEADER_PX });
};

/** The member's name and type, and how the membership is verified, if that has an end or is missing (behavior 3.8). */
const Membership = () => {
  const member = useMember();
  const { username, memberType, createdAt, role, verifiedUntil } = member;
  const { state, text } = useVerification(member);
  return (
    <div className="mb-5 flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <span className="font-semibold break-all text-text">{username}</span>
        <Badge>{memberType}</Badge>
        {createdAt && <span className="text-sm">since {formatDate(createdAt)}</span>}
        {state === 'valid' && verifiedUntil && (
          <span className="text-sm">verified through {formatDay(verifiedUntil)}</span>
        )}
      </p>
      {state === 'unverified' && (
        <Notice tone="warning" title="Your membership is not verified yet." className="max-w-3xl">
          Please message the seller.
        </Notice>
      )}
      {state === 'ended' && !mayOpenPanel(role) && (
        <Notice tone="warning" title={`${text}.`} className="max-w-3xl">
          Please message the seller.
        </Notice>
      )}
    </div>
  );
};

const Sessions = () => {
  const { role } = useMember();
  const { idle, total } = sessionLimits(role);
  return (
    <Section
      title="Sessions"
      text={`Devices where you're signed in. A session ends ${formatDuration(idle)} after its last use, and after ${formatDuration(total)} at the latest.`}
    >
      <OwnSessions />
    </Section>
  );
};

const HOUR_MS = 3_600_000;

/** "12 hours", or "30 days" from two days on. */
const formatDuration = (ms: number): string => {
  const hours = Math.round(ms / HOUR_MS);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
};

const Section = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <Card>
    <CardHeader title={title} text={text} />
    <CardBody>{children}</CardBody>
  </Card>
);
