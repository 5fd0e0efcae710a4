import { expect, test } from 'vitest';
import { readSpecWork } from './spec-work.ts';

test.each([
  ['a line below the title', '# Spec\n\nKind: docs\n\n## Goal\n', 'docs'],
  ['front matter', '---\nkind: Refactor\n---\n# Spec\n## Goal\n', 'refactor'],
  ['a list in bold', '# Spec\r\n- **Kind:** `tests`\r\n## Goal\r\n', 'tests'],
  ['an unknown kind, as written', '# Spec\nKind: chore\n', 'chore'],
])('reads the kind from %s', (_, spec, kind) => {
  expect(readSpecWork(spec)).toEqual({ kind, changes: [] });
});

test('reads the tests that the work changes', () => {
  const spec = '# Spec\nChanges: `test/a.test.js`, test/b/**\n## Goal\n';
  expect(readSpecWork(spec)).toEqual({ kind: null, changes: ['test/a.test.js', 'test/b/**'] });
});

test.each([
  ['says nothing', '# Spec\n## Goal\nx\n'],
  ['names a kind below its first section', '# Spec\n## Goal\nKind: docs\n'],
  ['names a kind in an example', '# Spec\n```\nKind: docs\n```\n'],
  ['leaves the value out', '# Spec\nKind:\nChanges: ,\n## Goal\n'],
  ['writes an essay as its kind', `# Spec\nKind: ${'x'.repeat(300)}\n`],
])('finds nothing in a spec that %s', (_, spec) => {
  expect(readSpecWork(spec)).toBeNull();
});
