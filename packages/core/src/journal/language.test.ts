import { expect, test } from 'vitest';
import { question } from '../effects/question.ts';
import { ok } from '../failure/failure.ts';
import { asked, noted, started, toEntries } from '../testing/facts.ts';
import type { NewEntry } from './journal.ts';
import { foldJournal } from './journal.ts';
import { isUntranslated, spokenLanguage } from './language.ts';

const begun = (settings: Record<string, string>): NewEntry => ({ ...started(), settings }) as NewEntry;
const ask = asked('0/a', question('passes', { passes: 1 }));
const heard = (language: string, by?: string): NewEntry => ({
  type: 'answered',
  key: '0/a',
  outcome: ok({ choice: 'stop', note: 'x', language, by: 'ada', channel: 'command' }),
  ...(by === undefined ? {} : { by }),
});

const languageAfter = (...facts: readonly NewEntry[]) => {
  const entries = toEntries(facts);
  const [spoken, folded] = [spokenLanguage([{ entries }]), foldJournal(entries).language];
  expect(folded).toBe(spoken);
  return spoken;
};

test('W-11 the language of a run is that of the newest message: the task, then each note with an answer', () => {
  expect(languageAfter(begun({ language: 'en' }))).toBe('en');
  expect(languageAfter(begun({ language: 'en' }), ask, heard('ko', 'r.0.a'))).toBe('ko');
  expect(languageAfter(begun({}), ask)).toBe('');
  const wait: NewEntry = {
    type: 'answered',
    key: '0/a',
    by: 'r.0.a',
    outcome: ok({ of: 'x', value: { choice: 'stop', language: 'de' } }),
  };
  expect(languageAfter(begun({ language: 'en' }), ask, wait)).toBe('de');
});

test('W-11 only a message of a person changes it, never an answer of an agent or a chosen language', () => {
  expect(languageAfter(begun({ language: 'en' }), ask, heard('ko'))).toBe('en');
  expect(languageAfter(begun({ language: 'en', languageFrom: 'config' }), ask, heard('ko', 'r.0.a'))).toBe('en');
  const resumed = noted('run.resumed', { by: 'ada', language: 'ko', languageFrom: 'config' });
  expect(languageAfter(begun({ language: 'en' }), resumed, ask, heard('de', 'r.0.a'))).toBe('ko');
});

test('W-11 a message that is not in the journal yet counts, unless the language was chosen', () => {
  const journal = (settings: Record<string, string>) => [{ entries: toEntries([begun(settings)]) }];
  expect(spokenLanguage(journal({ language: 'en' }), 'ko')).toBe('ko');
  expect(spokenLanguage(journal({ language: 'en', languageFrom: 'config' }), 'ko')).toBe('en');
});

test.each([
  ['ru', true],
  ['de-AT', true],
  ['enm', true],
  ['en', false],
  ['en-GB', false],
  ['ko-KR', false],
  ['', false],
])('the harness has no texts in %j: %s', (tag, expected) => {
  expect(isUntranslated(tag)).toBe(expected);
});
