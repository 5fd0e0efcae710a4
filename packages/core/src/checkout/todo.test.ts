import { expect, test } from 'vitest';
import { todosIn } from './todo.ts';

test('WO-07 finds TODO, FIXME and HACK with their lines, but not inside longer words', () => {
  const text = 'ok\n  // TODO: later\r\nconst mastodon = 1; // TODOS\n# FIXME\n/* HACK */';
  expect(todosIn('src/a.ts', text)).toEqual([
    { file: 'src/a.ts', line: 2, text: '// TODO: later' },
    { file: 'src/a.ts', line: 4, text: '# FIXME' },
    { file: 'src/a.ts', line: 5, text: '/* HACK */' },
  ]);
});
