/** Tests the refusals of `harness site-reverse` before its run starts. `command.slow.ts` tests its runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { browserVariable } from '@harness/effects/browser/find';
import { expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

const anything = { [browserVariable]: process.execPath }; // found, and never started

test('DO-22 an address that cannot be captured is refused with a message and a command, and no run starts', async () => {
  const repo = repository();
  const agents = script(repo, []);
  repo.write('repo/docs/product-specs/taken-example.md', 'mine');
  const cases: readonly [readonly string[], Readonly<Record<string, string>>, RegExp, RegExp][] = [
    [[], anything, /missing/, /harness site-reverse --help/],
    [[' '], anything, /The URL is missing/, /harness site-reverse --help/],
    [['shop'], anything, /"shop" is not a URL such as https:/, /harness site-reverse --help/],
    [['ftp://shop.example'], anything, /starts with http:\/\/ or https:\/\//, /--help/],
    [['file:///etc/passwd'], anything, /starts with http:\/\/ or https:\/\//, /--help/],
    [['https://me:pw@shop.example'], anything, /with a user name or password/, /--help/],
    [
      ['https://shop.example', '--planner', 'maybe'],
      anything,
      /--planner must be one of emit, preview, skip/,
      /--help/,
    ],
    [
      ['https://shop.example'],
      { [browserVariable]: '/nowhere/chromium' },
      /HARNESS_CHROMIUM is not a program/,
      /install .*chromium/,
    ],
    [['https://taken.example'], anything, /docs\/product-specs\/taken-example\.md/, /site-reverse .*taken.* --force/],
  ];
  for (const [args, env, message, next] of cases) {
    const refused = await repo.start(['site-reverse', ...args, '--script', agents], env).finished;
    expect([args, refused.exitCode]).toEqual([args, 2]);
    expect(refused.stderr).toMatch(message);
    expect(refused.stderr).toMatch(next);
  }
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});
