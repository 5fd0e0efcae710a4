import { describe, expect, test } from 'vitest';
import { conventionScanner } from './convention-scanner.ts';

describe('convention scanner', () => {
  test.each(['database', 'API', 'file structure', 'tests'])('WO-10 covers %s', (area) => {
    expect(conventionScanner.instructions).toContain(area);
    expect(conventionScanner.instructions.toLowerCase()).toContain(`\n## ${area.toLowerCase()}\n`);
  });

  test.each([
    ['conventions written — 4 areas scanned, .harness/conventions.md', true],
    ['**Conventions written** — 3 areas scanned', true],
    ['review written — r.md', false],
    ['conventions not written — no access', false],
    ['done — conventions written', false],
  ])('W-85 needs the agreed words: %s', (line, readable) => {
    expect(conventionScanner.read({ text: line })).toMatchObject({ ok: true, value: { readable } });
  });
});
