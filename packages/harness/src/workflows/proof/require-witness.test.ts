import { Refusal } from '@harness/core/failure/refusal';
import { expect, test } from 'vitest';
import { requireWitness } from './require-witness.ts';

const mutants = { count: 0, budgetMs: 0, leastKilled: 0 };
const required = { witness: 'required', mutants } as const;
const nothing = { trust: required, checks: ['npm run lint'], others: [] };

test('work that must have a witness and cannot get one is refused before an agent is called', () => {
  const refusing = () => requireWitness(nothing);
  expect(refusing).toThrow(Refusal);
  expect(refusing).toThrow(expect.objectContaining({ code: 'witness.impossible' }));
});

test.each([
  ['a check runs tests', { ...nothing, checks: ['npm test'] }],
  ['a command of the task', { ...nothing, others: ['curl localhost'] }],
  ['the kind of the work', { ...nothing, kind: 'docs' as const }],
  ['a person who may accept it', { ...nothing, trust: { ...required, witness: 'ask' as const } }],
  ['no proof', { checks: [], others: [] }],
])('not with %s', (_, possible) => {
  expect(() => requireWitness(possible)).not.toThrow();
});
