import { expect, test } from 'vitest';
import { lookAtPages } from './look-at-pages.ts';
import type { ViewedPage } from './view-pages.ts';

const seen = {
  is: 'seen',
  url: 'http://h/',
  status: 200,
  title: 'Notes',
  text: 'one',
  links: [],
  outline: '- heading "Notes"',
  complaints: [],
  image: Buffer.from('png'),
} as const;
const page = (more: object = {}): ViewedPage => ({ url: 'http://h/', viewport: 'phone', seen: { ...seen, ...more } });
const name = 'http://h/ (phone)';
const shown = (more: object = {}) => lookAtPages([page(more)]).right[name];

test('the status, the image, the title, the text and the outline of a page are compared', () => {
  expect(shown()).toBe(shown());
  for (const more of [
    { status: 201 },
    { image: Buffer.from('other') },
    { title: 'x' },
    { text: 'x' },
    { outline: 'x' },
  ])
    expect(shown(more)).not.toBe(shown());
});

test.each([
  { status: 500 },
  { status: 0 },
  { complaints: ['script: x is not defined'] },
  { complaints: ['the page crashed'] },
])('a page with an error is wrong: %j', (more) => {
  expect(lookAtPages([page(more)])).toMatchObject({ right: {}, wrong: { [name]: expect.any(String) as string } });
});

test('a page that could not be shown is neither', () => {
  const unseen: ViewedPage = { ...page(), seen: { is: 'unseen', why: 'refused', complaints: [] } };
  expect(lookAtPages([unseen])).toEqual({ right: {}, wrong: {} });
});
