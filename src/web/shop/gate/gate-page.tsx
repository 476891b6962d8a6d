import { ArrowUpRight, BadgeCheck, KeyRound, Scale } from 'lucide-react';
import { useState } from 'react';
import { authenticate } from '#contract/gate.ts';
import { chatLink } from '#domain/chat-link.ts';
import { ACCESS_CODE } from '#domain/needed-text.ts';
import { call, isSignedOut, isTrouble, NO_RESPONSE } from '../../api/client.ts';
import { useShop } from '../../api/queries/settings.ts';
import { panelWish, storedToken, storeGatePassed } from '../../browser/storage.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { neededTexts } from '../../shared/form-state.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { ShopLicense } from '../../shared/shop-look.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFailure, Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Asks for the shared access code (behavior 3.1). */
export default function GatePage() {
  usePageTitle();
  const { telegramGroupUrl, telegramSeller, notices } = useShop();
  const [wantsPanel] = useState(() => panelWish() !== null);
  return (
    <AuthLayout>
      <p className="-mt-3 text-center text-muted">
        {wantsPanel ? (
          <>
            To the panel: the access code first, then <span className="whitespace-nowrap">your login.</span>
          </>
        ) : (
          'Members only. Enter the shared access code.'
        )}
      </p>
      <AccessCodeForm />
      <div className="flex flex-col gap-2.5">
        {wantsPanel && (
          <Notice icon={<KeyRound />}>
            Sellers use the same code as their members. If nobody has chosen one yet, it is the one that the shop showed
            when it was set up.
          </Notice>
        )}
        {/* A device that knows the shop from before this version shows it, as the shop does at first. */}
        {!wantsPanel && notices.weightsShown !== false && (
          <Notice tone="warning" icon={<Scale />}>
            {notices.weights ? (
              <span className="break-words whitespace-pre-line">{notices.weights} </span>
            ) : (
              'Some weight labels are incorrect. '
            )}
            {telegramSeller ? (
              <a className="link" href={chatLink(telegramSeller)} target="_blank" rel="noreferrer">
                Message the seller
              </a>
            ) : (
              !notices.weights && 'Message the seller'
            )}
            {!notices.weights && ' for the correct weights.'}
          </Notice>
        )}
        {!wantsPanel && (
          <Notice tone="accent" icon={<BadgeCheck />}>
            No code yet?{' '}
            {telegramGroupUrl ? (
              <a className="link font-semibold" href={telegramGroupUrl} target="_blank" rel="noreferrer">
                Join the chat group
                <ArrowUpRight aria-hidden className="ml-0.5 inline size-4 align-[-0.15em]" />
              </a>
            ) : telegramSeller ? (
              <a className="link font-semibold" href={chatLink(telegramSeller)} target="_blank" rel="noreferrer">
                Ask the seller
                <ArrowUpRight aria-hidden className="ml-0.5 inline size-4 align-[-0.15em]" />
              </a>
            ) : (
              'Ask the seller'
            )}{' '}
            and be ready to verify.
          </Notice>
        )}
      </div>
      <ShopLicense className="text-center text-sm text-muted" />
    </AuthLayout>
  );
}

const WRONG_CODE = 'Invalid password. Please try again.';

/** On touch devices, focusing the field would open a keyboard over the page. */
const canFocusField = (): boolean => matchMedia('(pointer: fine)').matches;

const accessCode = neededTexts({ password: ACCESS_CODE });

const AccessCodeForm = () => {
  const { submit, field, isBusy, failure } = useEndpointForm(authenticate, {
    schema: accessCode,
    defaultValues: { password: '' },
    // A code that is copied from a chat often has a space at its end. The token lets a member pass with an invite that
    // was used up.
    send: ({ password }, idempotencyKey) =>
      call(authenticate, {
        body: { password: password.trim() || password },
        token: storedToken(),
        fallback: NO_RESPONSE,
        idempotencyKey,
      }),
    fallback: NO_RESPONSE,
    leavesPage: true,
    onDone: () => {
      storeGatePassed();
      window.location.reload();
    },
    onFailure: (error) =>
      // Nobody has looked at the code.
      isTrouble(error)
        ? {}
        : { field: 'password', focus: 'password', ...(isSignedOut(error) && { message: WRONG_CODE }) },
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2.5">
      {/* Lets a password manager tell the access code from the member's own password. */}
      <input hidden readOnly name="username" autoComplete="username" value="Access Code" />
      <PasswordField
        label="Access Code"
        // Reserves the space of the error message, so that nothing moves when it appears.
        className={failure ? undefined : 'min-h-24'}
        autoComplete="current-password"
        autoFocus={canFocusField()}
        {...field('password')}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" size="lg" wide busy={isBusy} className="tracking-wide">
        {isBusy ? 'VERIFYING...' : 'AUTHENTICATE'}
      </Button>
    </form>
  );
};
