import { ArrowLeft, ChevronRight, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SettingSection } from '#contract/about-setting.ts';
import { navigate } from '../../browser/layer-history.ts';
import { leaveTo, paths } from '../../browser/paths.ts';
import { useOwnScrolling } from '../../shared/leave-question.tsx';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/use-size.ts';
import { SearchField } from '../lists/search-field.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { sectionAddress, settingsAddress } from '../panel-links.ts';
import { answersTo, type Finding, findSettings } from './find-settings.ts';
import { SECTIONS } from './sections.ts';
import { revealField } from './setting-fields.ts';

interface SettingsLayoutProps {
  sections: readonly SettingSection[];
  /** The content of a section, if it is not all of it. */
  texts?: Partial<Record<SettingSection, string>>;
  /** True if the search may lead to a finding. */
  finds?: (finding: Finding) => boolean;
  /** True if something in a section waits, or is not in force. */
  marked?: (section: SettingSection) => boolean;
  children: (section: SettingSection) => ReactNode;
}

/**
 * The sections next to the open one. On a phone they are a list, and a section takes its place. The search finds fields
 * in all of them.
 */
export const SettingsLayout = ({
  sections,
  texts = {},
  finds = () => true,
  marked = () => false,
  children,
}: SettingsLayoutProps) => {
  const [values] = useAddressValues(['section']);
  const isWide = useMedia('(min-width: 64rem)');
  const open = sections.find((section) => section === values.section);
  const textOf = (section: SettingSection) => texts[section] ?? SECTIONS[section].text;
  const [typed, setTyped] = useState('');
  const findings = findSettings(typed).filter(finds);
  const openFirst = (text: string) => {
    const first = findSettings(text).find(finds);
    if (!first) return;
    setTyped('');
    if (!isInPanel(first)) return leaveTo(first.address);
    navigate(first.address);
    showAgain(first, open);
  };
  useOwnScrolling();
  useFirstSection(isWide && !open, sections);

  // One tree for both widths, so that a resized window keeps all typed text.
  return (
    <div
      className={cx(isWide && 'mx-auto grid max-w-[65.5rem] grid-cols-[15rem_minmax(0,48rem)] items-start gap-10 pt-2')}
    >
      {(isWide || !open) && (
        <div
          key="list"
          className={cx(
            'flex flex-col gap-3',
            isWide ? 'sticky top-4 -m-1 max-h-[calc(100dvh-2rem)] overflow-y-auto p-1' : 'mx-auto max-w-xl',
          )}
        >
          <SearchField
            label="Search settings"
            placeholder="Search settings"
            value={typed}
            onSearch={setTyped}
            onEnter={openFirst}
          />
          {typed.trim() !== '' && (
            <Findings
              typed={typed}
              findings={findings}
              answers={answersTo(typed)}
              open={open}
              onOpen={() => setTyped('')}
            />
          )}
          <SectionList
            sections={sections}
            textOf={textOf}
            open={isWide ? open : undefined}
            marked={marked}
            isWide={isWide}
          />
        </div>
      )}
      {open && (
        // It is not what is looked for. What is typed in it stays.
        <div
          key="section"
          hidden={isWide && typed.trim() !== ''}
          className={cx('w-full min-w-0 pb-6', !isWide && 'mx-auto max-w-3xl')}
        >
          {!isWide && (
            <Link
              href={settingsAddress}
              className="-ml-2 inline-flex h-11 items-center gap-1.5 rounded-control px-2 text-sm font-medium text-muted hover:text-text"
            >
              <ArrowLeft aria-hidden className="size-4.5" />
              All settings
            </Link>
          )}
          <SectionHead section={open} text={textOf(open)} takesFocus={!isWide} />
          {children(open)}
        </div>
      )}
    </div>
  );
};

/** All ways out of the panel load the page. */
const isInPanel = ({ address }: Finding): boolean => address.startsWith(paths.adminPanel);

/** The address may be this one already, so that nothing else leads to the field. */
const showAgain = ({ section, key }: Finding, open: SettingSection | undefined): void => {
  if (section === open) revealField(key)?.focus();
};

/** If there is room for a section, the first one is open. */
const useFirstSection = (isWanted: boolean, [first]: readonly SettingSection[]): void =>
  useLayoutEffect(() => {
    if (isWanted && first) navigate(sectionAddress(first), { replace: true });
  }, [isWanted, first]);

/** The heading of a section. On a phone it gets the focus, because what was pressed is gone. */
const SectionHead = ({ section, text, takesFocus }: { section: SettingSection; text: string; takesFocus: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each section
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [section, takesFocus]);
  return (
    <div className="mb-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        {SECTIONS[section].label}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{text}</p>
    </div>
  );
};

interface SectionListProps {
  sections: readonly SettingSection[];
  textOf: (section: SettingSection) => string;
  open: SettingSection | undefined;
  marked: (section: SettingSection) => boolean;
  isWide: boolean;
}

const SectionList = ({ sections, textOf, open, marked, isWide }: SectionListProps) => (
  <nav aria-label="Sections">
    <ul className={cx(isWide ? 'flex flex-col gap-0.5' : 'overflow-hidden rounded-card border border-line bg-surface')}>
      {sections.map((section) => {
        const { label, Icon } = SECTIONS[section];
        return (
          <li key={section} className={cx(!isWide && 'border-t border-line first:border-t-0')}>
            <Link
              href={sectionAddress(section)}
              aria-current={section === open ? 'page' : undefined}
              className={cx(
                'group flex items-center gap-3 text-sm font-medium',
                isWide
                  ? 'h-10 rounded-control px-3 text-muted hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:text-text pointer-coarse:h-11'
                  : 'min-h-15 px-4 py-2 text-text hover:bg-raised focus-visible:-outline-offset-2',
              )}
            >
              <Icon aria-hidden className="size-4.5 shrink-0 text-muted group-aria-[current]:text-accent-text" />
              <span className="min-w-0 flex-1">
                <span className="block">{label}</span>
                {!isWide && <span className="block text-sm font-normal text-muted">{textOf(section)}</span>}
              </span>
              {marked(section) && (
                <>
                  <Clock aria-hidden className="size-4 shrink-0 text-warning-text" />
                  <span className="sr-only">: something waits or is not in force</span>
                </>
              )}
              {!isWide && <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted" />}
            </Link>
          </li>
        );
      })}
    </ul>
  </nav>
);

interface FindingsProps {
  typed: string;
  findings: readonly Finding[];
  /** Sentences about things that nobody sets. */
  answers: readonly string[];
  open: SettingSection | undefined;
  onOpen: () => void;
}

const Findings = ({ typed, findings, answers, open, onOpen }: FindingsProps) => (
  <section aria-label="Found settings" className="min-w-0 border-b border-line pb-3">
    {answers.map((answer) => (
      <p key={answer} role="note" className="px-3 py-2 text-sm text-text">
        {answer}
      </p>
    ))}
    <p
      role="status"
      className={cx(findings.length + answers.length > 0 ? 'sr-only' : 'px-3 py-2 text-sm break-words text-muted')}
    >
      {findings.length + answers.length === 0 ? `Nothing found for "${typed}"` : `${findings.length} found`}
    </p>
    <ul className="flex flex-col gap-0.5">
      {findings.map((finding) => (
        <li key={finding.key}>
          <Link
            href={finding.address}
            onClick={(event) => {
              onOpen();
              showAgain(finding, open);
              if (isInPanel(finding)) return;
              event.preventDefault();
              leaveTo(finding.address);
            }}
            className="flex min-h-11 items-center justify-between gap-2 rounded-control px-3 py-1.5 hover:bg-raised focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 text-sm font-medium break-words text-text">{finding.label}</span>
            <span className="shrink-0 text-xs text-muted">{finding.place}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
