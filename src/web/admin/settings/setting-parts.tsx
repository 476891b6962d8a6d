import type { ReactNode } from 'react';
import { helpOf, sentenceParts } from './setting-fields.ts';

/** The sentence of a setting. */
export const Sentence = ({ name }: { name: string }): ReactNode =>
  sentenceParts(helpOf(name)).map(({ text, isCode }) => (isCode ? <Code key={text}>{text}</Code> : text));

const Code = ({ children }: { children: string }) => (
  <code className="rounded-small bg-well px-1 font-mono text-[0.9em] break-words text-text">{children}</code>
);

/** A locked field looks calm: its value is text, and nothing invites to press it. */
export const LOCKED = 'border-line! bg-transparent! disabled:opacity-100';
