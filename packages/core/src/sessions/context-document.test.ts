import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContextPartName, contextDocumentText, contextParts, type GatheredPart } from './context-document.ts';
import { fitValue } from './fit-value.ts';

describe('AO-32 the context of a phase', () => {
  const parts = (own: Partial<Record<ContextPartName, GatheredPart>>) =>
    Object.fromEntries(contextParts.map((part) => [part, own[part] ?? { value: null }])) as Record<
      ContextPartName,
      GatheredPart
    >;
  const write = (own: Partial<Record<ContextPartName, GatheredPart>>) =>
    JSON.parse(contextDocumentText({ session: 's', phase: { n: 1, name: 'Core' }, parts: parts(own) }));

  test('has each part or null, and names errors and cut parts', () => {
    const found = write({
      graph: { error: 'two\nlines' },
      handoff: { value: { summary: 'x'.repeat(10_000) } },
      state: { value: { currentState: 'PLAN' } },
    });
    expect(Object.keys(found)).toEqual([...contextParts, 'meta']);
    expect(found).toMatchObject({ graph: null, state: { currentState: 'PLAN' }, sessions: null });
    expect(found.meta).toMatchObject({ cut: ['handoff'], errors: [{ part: 'graph', error: 'two lines' }] });
    expect(found.handoff.summary).toMatch(/^x{1000} …$/);
  });

  test('a part that does not fit at all is an error of its own', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key ${n}`, n]));
    const { sessions, meta } = write({ sessions: { value: wide } });
    expect([sessions, meta.errors]).toEqual([null, [{ part: 'sessions', error: 'it is too large' }]]);
  });
});

test('a document that fits stays as it is; a longer one fits, or there is none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 4, max: 400 }), (value, maxLength) => {
      const fitted = fitValue(value, maxLength);
      if (JSON.stringify(value).length <= maxLength) expect(fitted).toEqual({ value, isCut: false });
      else if (fitted !== null) expect(JSON.stringify(fitted.value).length).toBeLessThanOrEqual(maxLength);
    }),
  );
});
