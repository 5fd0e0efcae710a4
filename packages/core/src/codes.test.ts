import { expect, test } from 'vitest';
import { codesWith, type SentencesOf } from './codes.ts';
import { question } from './effects/question.ts';
import { fail } from './failure/failure.ts';
import { Refusal } from './failure/refusal.ts';

const codes = { greeted: { name: 'text', times: 'number?' }, ended: { exitCode: 'value' } } as const;

test('rejects a missing, misspelt or wrongly typed parameter at compile time', () => {
  const calls = [
    // @ts-expect-error the parameter is missing
    () => fail('site.exists', {}),
    // @ts-expect-error the parameter is named paths
    () => fail('site.exists', { path: 'a' }),
    // @ts-expect-error pid is a number
    () => new Refusal('run.owned', { run: 'r', pid: '7' }),
    // @ts-expect-error all parameters are missing
    () => new Refusal('run.owned'),
    // @ts-expect-error the parameter is named passes
    () => question('passes', { pass: 1 }),
  ];
  expect(calls.every((call) => typeof call === 'function')).toBe(true);
});

test('rejects a missing sentence and an undeclared parameter at compile time', () => {
  // @ts-expect-error the sentence for ended is missing
  const short: SentencesOf<typeof codes> = { greeted: ({ name }) => name };
  const wrong: SentencesOf<typeof codes> = {
    greeted: ({ name, times = 1 }) => name.repeat(times),
    // @ts-expect-error ended has no parameter code
    ended: ({ code }) => String(code),
  };
  expect([short, wrong].map((all) => all.greeted({ name: 'Ann' }))).toEqual(['Ann', 'Ann']);
});

test('gives several codes the same parameters', () => {
  expect(codesWith({ n: 'number' }, 'a', 'b')).toEqual({ a: { n: 'number' }, b: { n: 'number' } });
});
