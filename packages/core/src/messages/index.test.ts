import { describe, expect, test } from 'vitest';
import type { Language, Params } from '../codes.ts';
import { realParams } from '../testing/params.ts';
import { modules } from '../workflows/list.ts';
import { en } from './en.ts';
import { messagesFor } from './index.ts';
import { ko } from './ko.ts';
import { lineText } from './lookup.ts';

describe('the language', () => {
  test.each([
    ['en', en],
    ['ko', ko],
    ['ko-KR', ko],
    ['KO', ko],
    ['ko_KR.UTF-8', ko],
    ['en-GB', en],
    ['de', en],
    ['', en],
    ['constructor', en],
    [undefined, en],
  ])('uses the texts of %s, or English', (tag, messages) => {
    expect(messagesFor(tag).statuses).toBe(messages.statuses);
  });
});

/** Every sentence of a language by its address: `failures agent.auth`, `refusals run.none next`. */
function sentences(value: unknown, address = ''): ReadonlyMap<string, (params: Params) => string> {
  if (typeof value === 'string') return new Map([[address, () => value]]);
  if (typeof value !== 'function')
    return new Map(
      Object.entries(value as object).flatMap(([key, below]) => [...sentences(below, `${address} ${key}`.trim())]),
    );
  const say = value as (params: Params) => string | { message: string; next: string };
  const said = say(realParams);
  if (typeof said === 'string') return new Map([[address, say as (params: Params) => string]]);
  const part = (name: 'message' | 'next') => (params: Params) =>
    (say(params) as { message: string; next: string })[name];
  return new Map([
    [`${address} message`, part('message')],
    [`${address} next`, part('next')],
  ]);
}

/** The shared texts and those of every workflow. */
const all = (language: Language) => ({
  ...messagesFor(language),
  workflows: Object.fromEntries(modules.map(({ id, words }) => [id, words[language].sentences ?? {}])),
});
const english = sentences(all('en'));
const korean = sentences(all('ko'));

/** The parameter values that a sentence contains unchanged. */
function valuesIn(say: (params: Params) => string): readonly string[] {
  const asked = new Set<string>();
  const get = (all: Params, name: string | symbol) => {
    asked.add(String(name));
    return all[String(name)];
  };
  const said = say(new Proxy(realParams, { get }));
  return [...asked].map((name) => String(realParams[name])).filter((value) => said.includes(value));
}

/** Whether a parameter is missing: the text has a gap, or formatting throws. */
function hasGap(say: ((params: Params) => string) | undefined, params: Params): boolean {
  try {
    return /undefined|NaN/.test(say?.(params) ?? '');
  } catch {
    return true;
  }
}

describe('Korean', () => {
  test('has every sentence that English has', () => {
    expect([...korean.keys()].sort()).toEqual([...english.keys()].sort());
    expect(korean.size).toBeGreaterThan(120);
  });

  test.each([...english.keys()])('%s contains the same values as English', (address) => {
    const translated = korean.get(address)?.(realParams) ?? '';
    expect(valuesIn(english.get(address) ?? (() => '')).filter((value) => !translated.includes(value))).toEqual([]);
    const indented = address.startsWith('progress ') ? translated.trimStart() : translated;
    expect(indented.replace(/^(\w+) +:/, '$1:')).not.toMatch(/undefined|null|NaN|\[object|\(\)| {2}| $/);
  });

  test.each([...english.keys()])('%s needs no more parameters than English', (address) => {
    const bare = { limit: 'capUsd', spent: 1, of: 2, untilMs: 0 };
    if (!hasGap(english.get(address), bare)) expect(hasGap(korean.get(address), bare)).toBe(false);
  });

  test('is Korean, except for commands and lines that only join values', () => {
    const same = [...korean].filter(([, say]) => !/[가-힣]/.test(say(realParams))).map(([address]) => address);
    const joins = [
      // Earlier systems of this kind chose these lines; scripts search for them.
      ...['plan-found', 'signal', 'retry', 'budget-exhausted', 'committed', 'tier-raised'].map(
        (name) => `progress autopilot.${name}`,
      ),
      'workflows autopilot autopilot.resuming',
      ...['progress issues.invariant', 'progress issues.discovery'],
      'lines question.asked',
      'lines role.answered',
      'lines run.started',
      'refusals script.invalid message',
      ...['refusals usage.exact message', 'refusals task.step-first message'],
      ...['row', 'tick', 'cross', 'plan-tick', 'review-tick', 'code-tick', 'first-line'].map(
        (name) => `progress task.${name}`,
      ),
    ];
    expect(same.filter((address) => !address.endsWith(' next')).filter((address) => !joins.includes(address))).toEqual(
      [],
    );
  });

  test('recommends the same commands', () => {
    for (const [address, say] of english)
      if (address.endsWith(' next')) expect(korean.get(address)?.(realParams)).toBe(say(realParams));
  });

  test('prints the code of a line whose parameter is missing instead of failing', () => {
    expect(lineText(messagesFor('en'), { code: 'lane.committed', params: {} })).toBe('lane.committed');
    expect(lineText(messagesFor('ko'), { code: 'from.the-future', params: {} })).toBe('from.the-future');
  });

  test('keeps the English words that programs search for', () => {
    expect(ko.notes['run.repaired']({ keptAs: 'journal.jsonl.torn-1' })).toContain('repaired');
    expect(ko.refusals['journal.damaged']({ path: 'r/journal.jsonl', line: 7 }).message).toMatch(
      /journal\.jsonl.*line 7/,
    );
  });
});
