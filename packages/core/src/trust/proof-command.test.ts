import { expect, test } from 'vitest';
import { proofCommand } from './proof-command.ts';

test('runs the end-to-end command in place of the tests', () => {
  expect(proofCommand(['npm run lint', 'npm test'], {}, 'npm run e2e')).toBe('npm run e2e');
});

test.each<[string, readonly string[], Readonly<Record<string, string>>, string | null]>([
  ['the test command as it is', ['npm test'], { test: 'node --test' }, 'npm test'],
  ['no linter beside it', ['npm run lint', 'npm test'], {}, 'npm test'],
  [
    'no linter inside of it',
    ['npm test'],
    { test: 'eslint . && node --test' },
    'PATH="$PWD/node_modules/.bin:$PATH"; node --test',
  ],
  [
    'no linter before it',
    ['npm test'],
    { pretest: 'npm run lint', test: 'vitest run' },
    'PATH="$PWD/node_modules/.bin:$PATH"; vitest run',
  ],
  [
    'a build before it',
    ['npm run build', 'npm test'],
    {},
    "s=0; sh -c 'npm run build' || s=$?; sh -c 'npm test' || s=$?; exit $s",
  ],
  ['no part of a chain that only reads code', ['ruff check . && pytest'], {}, 'pytest'],
  ['nothing if no check runs tests', ['npm run build', 'npm run lint'], {}, null],
  ['nothing without checks', [], {}, null],
])('runs %s', (_, checks, scripts, command) => expect(proofCommand(checks, scripts)).toBe(command));
