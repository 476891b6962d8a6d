import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { ArrowUpRight, BadgeCheck, Scale } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { accessCodeInput, authenticate } from '#contract/gate.ts';
import { ApiError, call, messageOf } from '../../api/client.ts';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { rememberGate } from '../../browser/storage.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Door } from './door.tsx';
import { startsWithKeyboard } from './keyboard.ts';

const WRONG_CODE = 'Invalid password. Please try again.';

/** The access-code gate (specification §2, stage 2). */
export default function GatePage() {
  usePageTitle();
  const { telegramGroupUrl, telegramSeller } = useShop();
  return (
    <Door>
      <p className="-mt-3 text-center text-muted">Members only. Enter the shared access code.</p>
      <AccessCodeForm />
      <div className="flex flex-col gap-2.5">
        <Notice tone="warning" icon={<Scale />}>
          Some weight labels are incorrect.{' '}
          {telegramSeller ? (
            <a className="link" href={paths.sellerChat(telegramSeller)} target="_blank" rel="noreferrer">
              Message the seller
            </a>
          ) : (
            'Message the seller'
          )}{' '}
          for the correct weights.
        </Notice>
        <Notice tone="accent" icon={<BadgeCheck />}>
          No code yet?{' '}
          {telegramGroupUrl ? (
            <a className="link font-semibold" href={telegramGroupUrl} target="_blank" rel="noreferrer">
              Join the chat group
              <ArrowUpRight aria-hidden className="ml-0.5 inline size-4 align-[-0.15em]" />
            </a>
          ) : (
            'Ask the seller'
          )}{' '}
          and be ready to verify.
        </Notice>
      </div>
    </Door>
  );
}

const AccessCodeForm = () => {
  const form = useForm({ resolver: standardSchemaResolver(accessCodeInput), defaultValues: { password: '' } });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const busy = isSubmitting || isSubmitSuccessful;

  const enter = form.handleSubmit(async (body) => {
    try {
      await call(authenticate, { body });
    } catch (error) {
      const wrong = error instanceof ApiError && error.status === 401;
      form.setError('password', { message: wrong ? WRONG_CODE : messageOf(error, WRONG_CODE) });
      form.setFocus('password', { shouldSelect: true });
      return;
    }
    rememberGate();
    window.location.reload();
  });

  return (
    <form noValidate onSubmit={enter} className="flex flex-col gap-2.5">
      {/* Lets a password manager keep the code apart from the member's own password. */}
      <input hidden readOnly name="username" autoComplete="username" value="Access Code" />
      <PasswordField
        label="Access Code"
        // Room for its error, so that nothing moves when the code was wrong.
        className="min-h-24"
        autoComplete="current-password"
        autoFocus={startsWithKeyboard()}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy} className="tracking-wide">
        {busy ? 'VERIFYING...' : 'AUTHENTICATE'}
      </Button>
    </form>
  );
};
