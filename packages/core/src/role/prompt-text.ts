/** Parts of prompts that the roles of several workflows share. */
import type { Artifact } from '../journal/artifact.ts';
import { boundedLine } from '../text/bounded-text.ts';
import type { FileText, ReadText } from '../text/text.ts';
import { fenceText } from './role.ts';

/** A text, or where it is read when the call is made. */
export type PromptText = string | Artifact | FileText;

export const joinSections = (...sections: readonly string[]): string =>
  sections.filter((section) => section !== '').join('\n\n');

export const roleSection = (title: string, ...lines: readonly string[]): string =>
  [`## ${title}`, '', ...lines].join('\n');

export const jsonAnswer = (form: string, ...rules: readonly string[]): string =>
  roleSection('Your answer', 'Answer with one JSON document and nothing else:', '', form, '', ...rules);

export const textOf = (text: PromptText, read: ReadText): string => (typeof text === 'string' ? text : read(text));

/** One line per entry, so that no entry can add one. */
export const numberedList = (label: string, entries: readonly string[]): string =>
  entries.length === 0
    ? ''
    : fenceText(label, entries.map((entry, at) => `${at + 1}. ${boundedLine(entry, 1_000)}`).join('\n'));
