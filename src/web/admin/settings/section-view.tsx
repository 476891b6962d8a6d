import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import type { SettingSection } from '#contract/about-setting.ts';
import { aboutSetting, type SettingName } from '#contract/setting-list.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import { messageOf } from '../../api/client.ts';
import { ratesQuery, settingsQuery } from '../../api/queries/settings.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { shopNoticesQuery } from '../../api/queries/shop-notices.ts';
import { watchingQuery } from '../../api/queries/watching.ts';
import { LeaveQuestion } from '../../shared/leave-question.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { Advanced } from './advanced.tsx';
import { LimitsField } from './limits-field.tsx';
import { BackupList } from './parts/backup-list.tsx';
import { LogoPart } from './parts/logo-part.tsx';
import { NoticesPart, PausePart } from './parts/notices-part.tsx';
import { MissingWallets, RatesPart } from './parts/rates-part.tsx';
import { WatchedServers } from './parts/watched-servers.tsx';
import { WebhookNotices } from './parts/webhook-notices.tsx';
import { OpenPoints, ReadOnlyList } from './read-only-list.tsx';
import { SaveQuestion } from './save-question.tsx';
import { groupsOf, SECTIONS, type ShownGroup } from './sections.ts';
import { SettingField } from './setting-field.tsx';
import { fieldId, lookOf } from './setting-fields.ts';
import { SectionContext, type SettingsForm, useSettingsForm } from './use-section.ts';
import { isLocked, isNotInForce, saveChanges, savedValues, valuesBefore, waitingText } from './values-of-section.ts';

interface SectionViewProps {
  section: SettingSection;
  settings: readonly Setting[];
  /** The version of the shop's software. */
  version: string;
  isHere: (to: string) => boolean;
}

/** A section as a form of groups, with one bar that saves all of it (behavior 10.23). */
export const SectionView = ({ section, settings, version, isHere }: SectionViewProps) => {
  const { data: notices } = useQuery({ ...shopNoticesQuery, enabled: section === 'shop' });
  const { logo, testPoints } = useShop();
  const { data: rates } = useQuery({ ...ratesQuery, enabled: section === 'payment' });
  const queryClient = useQueryClient();
  const saved = savedValues(section, { settings, notices, rates, ...(section === 'shop' && { logo }) });
  const form = useSettingsForm(saved, settings);
  /** A typing error in a price or a rate costs money until it is found, so the message takes it back. */
  const undo = async (before: Readonly<Record<string, string | null>>) => {
    try {
      await saveChanges(queryClient, before, { saved: form.savedNow(), confirm: {} }, () => {});
      toast({ title: `Undone: ${SECTIONS[section].label} is as it was`, kind: 'success' });
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, 'Failed to undo the change'), kind: 'error' });
    }
  };
  const hasLocked = settings.some(
    (each) => each.section === section && isLocked(each) && aboutSetting(each.name as SettingName).managed,
  );
  const groups = groupsOf(section);
  const advanced = groups.filter(({ isAdvanced }) => isAdvanced);
  const needsSomebody = useNeedsSomebody(advanced, settings);
  const card = (group: ShownGroup) => (
    <GroupCard key={group.title ?? group.part ?? ''} group={group} settings={settings} />
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { changed } = form;
    const before = valuesBefore(changed, saved);
    if (changed.length === 0 || form.isBusy || !(await form.save())) return;
    const waiting = waitingText(queryClient.getQueryData(settingsQuery.queryKey)?.settings ?? [], changed);
    const title = waiting
      ? `${SECTIONS[section].label} saved, but not in force yet`
      : `${SECTIONS[section].label} saved`;
    toast({
      title,
      ...(waiting && { description: waiting }),
      kind: 'success',
      ...(before && { action: { label: 'Undo', onSelect: () => void undo(before) } }),
    });
  };
  return (
    <SectionContext value={form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
        {hasLocked && (
          <p className="flex items-start gap-2 text-sm text-muted">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
            What has a lock is set by whoever runs your server. Ask them if you need another value.
          </p>
        )}
        {groups.filter(({ isAdvanced }) => !isAdvanced).map(card)}
        {advanced.length > 0 && (
          <Advanced text={ADVANCED_TEXT} needsSomebody={needsSomebody}>
            {advanced.map(card)}
          </Advanced>
        )}
        {section === 'points' && testPoints && <OpenPoints />}
        {section === 'operator' && <p className="text-sm text-muted">Greenroom {version}</p>}
        <SaveBar form={form} />
      </form>
      <LeaveQuestion
        unsaved={form.changed.map((key) => lookOf(key).label)}
        isHere={isHere}
        onLeave={() => form.discard()}
      />
      <SaveQuestion />
    </SectionContext>
  );
};

const ADVANCED_TEXT = 'Account keys, servers that see payments arrive, and rates from a website.';

/** True if something waits, is not in force or does not work among these groups. */
const useNeedsSomebody = (groups: readonly ShownGroup[], settings: readonly Setting[]): boolean => {
  const { data: watched = [] } = useQuery({ ...watchingQuery, enabled: groups.length > 0 });
  const { data } = useQuery(settingsQuery);
  const names = groups.flatMap((group) => group.names);
  return (
    settings.some((each) => names.includes(each.name) && (each.pending !== null || isNotInForce(each))) ||
    (groups.length > 0 &&
      (watched.some(({ unseenSince }) => unseenSince !== null) ||
        (data?.unusedAddresses.some(({ run }) => run > USUAL_GAP_LIMIT) ?? false)))
  );
};

const GroupCard = ({ group, settings }: { group: ShownGroup; settings: readonly Setting[] }) => {
  const { title, text, names, readOnly, part } = group;
  const find = (wanted: readonly string[]) =>
    wanted.flatMap((name) => settings.filter((setting) => setting.name === name));
  const fields = find(names);
  const card =
    part === 'limits' ? (
      fields.map((setting) => <LimitsField key={setting.name} setting={setting} />)
    ) : (
      <Card className="flex flex-col gap-6 p-4 sm:p-6">
        {part === 'wallets' && <MissingWallets />}
        {part === 'backups' && <BackupList />}
        {part === 'pause' && <PausePart />}
        {part === 'notices' && <NoticesPart />}
        {text && <p className="text-sm text-muted">{text}</p>}
        {part === 'rates' && <RatesPart />}
        {part === 'watching' && <WatchedServers />}
        {part === 'webhook' && <WebhookNotices />}
        {fields.map((setting) => (
          <SettingField key={setting.name} setting={setting} />
        ))}
        {part === 'logo' && <LogoPart />}
        {readOnly.length > 0 && <ReadOnlyList settings={find(readOnly)} />}
      </Card>
    );
  return title ? (
    <TitledGroup title={title} part={part}>
      {card}
    </TitledGroup>
  ) : (
    card
  );
};

/** A part with a heading. A search, and the old address of the part, lead to it. */
export const TitledGroup = ({
  title,
  part,
  children,
}: {
  title: string;
  part: string | undefined;
  children: ReactNode;
}) => (
  <section aria-label={title} className="flex flex-col gap-2.5">
    <h3 id={part && fieldId(part)} tabIndex={part ? -1 : undefined} className="scroll-mt-4 text-base font-semibold">
      {title}
    </h3>
    {children}
  </section>
);

/** Names what has changed and saves all of it. It stays at the bottom of the window, and is there only while it is needed. */
const SaveBar = ({ form: { changed, isBusy, failure, discard } }: { form: SettingsForm }) => {
  if (changed.length === 0 && !failure) return null;
  const named = changed.map((key) => lookOf(key).label);
  return (
    <section
      aria-label="Unsaved changes"
      className="rise sticky bottom-0 z-10 flex flex-col gap-3 rounded-t-card px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] glass sm:bottom-3 sm:rounded-card"
    >
      <FormFailure text={failure} />
      <div className="flex items-center justify-end gap-x-3 gap-y-2 max-sm:flex-wrap">
        <p role="status" className="min-w-0 flex-1 text-sm text-muted line-clamp-2 max-sm:basis-full">
          <span className="font-medium text-text">
            {changed.length === 1 ? '1 change' : `${changed.length} changes`}
          </span>
          {`: ${named.join(', ')}`}
        </p>
        <Button variant="ghost" onClick={() => discard()} disabled={isBusy}>
          Discard
        </Button>
        <Button type="submit" variant="primary" busy={isBusy} className="max-sm:flex-1">
          Save
        </Button>
      </div>
    </section>
  );
};
