import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageDocument } from './page-document.ts';

const maxPageBytes = 24_000;
/** Bytes in UTF-8. */
const jsonBytes = (value: unknown) => encodeURIComponent(JSON.stringify(value)).replace(/%[0-9A-F]{2}/g, 'x').length;

type Document = Readonly<Record<string, unknown>>;

function allPages(document: object): readonly Document[] {
  const pages: Document[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = pageDocument(document, cursor);
    if (page === null) throw new Error('the cursor is invalid');
    pages.push(page.document);
    cursor = page.nextCursor;
  }
  return pages;
}
const listed = (pages: readonly Document[], field: string) => pages.flatMap((page) => page[field] as unknown[]);

describe('a page', () => {
  test('is the whole document if it fits', () => {
    const document = { version: 1, runs: [{ id: 'a' }], questions: [] };
    expect(pageDocument(document, undefined)).toEqual({ document, nextCursor: null });
  });

  test('has each item once, in order, and every field', () => {
    const runs = Array.from({ length: 1_000 }, (_, n) => ({ id: `run-${n}`, title: '작업'.repeat(20) }));
    const pages = allPages({ version: 1, runs, calls: [1, 2, 3] });
    expect(pages.length).toBeGreaterThan(5);
    expect(listed(pages, 'runs')).toEqual(runs);
    expect(listed(pages, 'calls')).toEqual([1, 2, 3]);
    expect(pages.every(({ version }) => version === 1)).toBe(true);
    expect(pages.map((page) => 'nextCursor' in page)).toEqual(pages.map((_, n) => n < pages.length - 1));
  });

  test.each([
    ['one item', { items: ['x'.repeat(100_000)] }],
    ['one field', { text: 'x'.repeat(100_000), items: [1] }],
    ['Korean', { items: ['한'.repeat(50_000)] }],
    ['marks that turn text around', { items: ['\u202e'.repeat(50_000)] }],
    ['a field with many fields', { deep: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n])) }],
  ])('is never too large: %s', (_, document) => {
    for (const page of allPages(document)) {
      expect(jsonBytes(page)).toBeLessThanOrEqual(maxPageBytes);
      expect(page['cut']).toHaveLength(1);
    }
  });

  test('of any document is small enough, and the pages end', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
        for (const page of allPages(document)) expect(jsonBytes(page)).toBeLessThanOrEqual(maxPageBytes);
      }),
      { numRuns: 200 },
    );
  });

  test.each(['-1', 'x', '1e9', '1.5', '99999999999'])('has no cursor %s', (cursor) => {
    expect(pageDocument({ runs: [] }, cursor)).toBeNull();
  });

  test('behind the end is empty', () => {
    expect(pageDocument({ runs: [1] }, '7')).toEqual({ document: { runs: [] }, nextCursor: null });
  });
});
