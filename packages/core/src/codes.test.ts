import { expect, test } from 'vitest';
import { codesWith, type SentencesOf } from './codes.ts';
import { question } from './effects/question.ts';
import { fail } from './failure/failure.ts';
import { Refusal } from './failure/refusal.ts';

const codes = { greeted: { name: 'text', times: 'number?' }, ended: { exitCode: 'value' } } as const;

test('a parameter that is missing, misspelt or of another type does not compile', () => {
  const calls = [
    // @ts-expect-error it is missing
    () => fail('site.exists', {}),
    // @ts-expect-error it is called paths
    () => fail('site.exists', { path: 'a' }),
    // @ts-expect-error a process has a number
    () => new Refusal('run.owned', { run: 'r', pid: '7' }),
    // @ts-expect-error it is missing altogether
    () => new Refusal('run.owned'),
    // @ts-expect-error it is called passes
    () => question('passes', { pass: 1 }),
  ];
  expect(calls.every((call) => typeof call === 'function')).toBe(true);
});

test('a sentence that is missing, or reads what its code does not declare, does not compile', () => {
  // @ts-expect-error the second is missing
  const short: SentencesOf<typeof codes> = { greeted: ({ name }) => name };
  const wrong: SentencesOf<typeof codes> = {
    greeted: ({ name, times = 1 }) => name.repeat(times),
    // @ts-expect-error there is no such parameter
    ended: ({ code }) => String(code),
  };
  expect([short, wrong].map((all) => all.greeted({ name: 'Ann' }))).toEqual(['Ann', 'Ann']);
});

test('several codes share their parameters', () => {
  expect(codesWith({ n: 'number' }, 'a', 'b')).toEqual({ a: { n: 'number' }, b: { n: 'number' } });
});
