import { expect, test } from 'vitest';
import { differingAddresses, lookOrder, type ProductLook } from './product-look.ts';

const right = (text: string): ProductLook => ({ right: { '/': text }, wrong: {} });
const wrong = (text: string): ProductLook => ({ right: {}, wrong: { '/': text } });
const unseen: ProductLook = { right: {}, wrong: {} };

test('an address that shows something else with the change is a witness, after two looks at each', () => {
  const [base, change] = [right('a'), right('b')];
  expect(differingAddresses([base, change, base, change])).toEqual(['/']);
  expect(differingAddresses([wrong('404'), change, wrong('404'), change])).toEqual(['/']);
  expect(lookOrder).toEqual(['base', 'change', 'base', 'change']);
});

test('it is a candidate after one look at each', () => {
  expect(differingAddresses([right('a'), right('b')])).toEqual(['/']);
  expect(differingAddresses([right('a'), right('a')])).toEqual([]);
  expect(differingAddresses([right('a')])).toEqual([]);
});

test.each([
  ['P1 is wrong with the change', [right('a'), wrong('500')]],
  ['P1 shows the same', [wrong('404'), wrong('404')]],
  ['P2 changes by itself on the base', [right('10:00'), right('10:01'), right('10:02')]],
  ['P2 changes by itself on the change', [right('a'), right('b'), right('a'), right('c')]],
  ['P2 is wrong at the second look at the change', [right('a'), right('b'), right('a'), wrong('500')]],
  ['P3 has no answer on the base', [unseen, right('b')]],
  ['P3 has no answer at the second look at the base', [right('a'), right('b'), unseen]],
  ['P3 has no answer with the change', [right('a'), unseen]],
])('an address is none if it %s', (_, looks) => {
  expect(differingAddresses(looks)).toEqual([]);
});

test('names of addresses are data', () => {
  const look = (text: string): ProductLook =>
    ({ right: JSON.parse(`{"__proto__":"${text}"}`) as object, wrong: {} }) as ProductLook;
  expect(differingAddresses([look('a'), look('b')])).toEqual(['__proto__']);
});
