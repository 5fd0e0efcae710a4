import { expect, test } from 'vitest';
import { isStillStarting, smokeProblem } from './smoke.ts';

const url = 'http://127.0.0.1:3000/';

test.each([
  [{ status: 200, body: 'hello' }, undefined],
  [{ status: 404, body: 'hello' }, `${url}: responded with 404, not 200`],
  [{ status: 200, body: 'oops' }, `${url}: the response does not contain "hello"`],
  [{ status: null, body: '' }, `${url}: no response`],
])('MO-09 %j against a status and a text', (answer, wrong) => {
  expect(smokeProblem({ url, expectStatus: 200, expectText: 'hello' }, answer)).toBe(wrong);
});

test('MO-09 accepts any expected status, and searches no text if none is expected', () => {
  expect(smokeProblem({ url, expectStatus: 404 }, { status: 404, body: '' })).toBeUndefined();
});

test('tells a starting product from a failing one', () => {
  expect([null, 503, 200, 500].map((status) => isStillStarting({ status, body: '' }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
