/** The language of the person behind a run: that of their newest message, unless they chose one (W-11). */
import { languageOf, type Params } from '../codes.ts';
import type { Answer } from '../effects/question.ts';
import type { Entry, EntryOf } from './entry.ts';

/** Empty if it is unknown. */
export const languageSetting = ({ language }: Params): string => (typeof language === 'string' ? language : '');

/** Whether the person chose it by a flag or a setting. Then no message changes it. */
export const isChosen = ({ languageFrom }: Params): boolean => languageFrom === 'config';

/** The language of the note with an answer; `undefined` if the entry changes nothing. Only a message has `by`. */
export function heardLanguage(settings: Params, { outcome, by }: EntryOf<'answered'>): string | undefined {
  if (by === undefined || !outcome.ok || isChosen(settings)) return undefined;
  const whole = Object(outcome.value) as Partial<Answer> & { readonly value?: unknown };
  const { language } = (whole.choice === undefined ? Object(whole.value) : whole) as Partial<Answer>;
  return typeof language === 'string' ? language : undefined;
}

/** The language of a run and its children; empty if it is unknown. `latest` is that of a message after these entries. */
export function spokenLanguage(
  [root, ...children]: readonly { readonly entries: readonly Entry[] }[],
  latest?: string | undefined,
): string {
  let settings: Params = {};
  for (const entry of root?.entries ?? []) {
    if (entry.type === 'started') settings = entry.settings;
    if (entry.type === 'noted' && entry.code === 'run.resumed') settings = { ...settings, ...entry.params };
  }
  if (latest !== undefined && !isChosen(settings)) return latest;
  let newest = { atMs: 0, language: languageSetting(settings) };
  for (const { entries } of root ? [root, ...children] : [])
    for (const entry of entries) {
      if (entry.type !== 'answered' || entry.by === undefined || entry.atMs < newest.atMs) continue;
      const language = heardLanguage(settings, entry);
      if (language !== undefined) newest = { atMs: entry.atMs, language };
    }
  return newest.language;
}

/** Whether the harness has no texts in this language, and prints English. */
export const isUntranslated = (tag: string): boolean =>
  tag !== '' && languageOf(tag) === 'en' && !/^en(?![a-z])/i.test(tag);
