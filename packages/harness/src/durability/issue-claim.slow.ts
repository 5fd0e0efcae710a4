/** Attacks on the promises of the local tracker: several real processes claim the same issues, and are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isOver, parseContent, readLocalIssue } from '@harness/core/tracker/local-issue';
import { markOf } from '@harness/core/tracker/marks';
import { expect, test } from 'vitest';
import { randomNumbers } from '../testing/killing.ts';
import { repository } from '../testing/tracker-repository.ts';

const program = join(import.meta.dirname, '..', 'testing', 'claiming-process.ts');
const issues = 12;

function start(root: string, run: string, isRetry: boolean) {
  const args = ['--import', 'tsx', program, root, run, `${issues}`, `${isRetry}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
  return { child, ended };
}

test('five processes, killed at random: each issue has one claim, one comment and one end', async () => {
  const seed = Number(process.env['HARNESS_SEED'] ?? 21);
  const random = randomNumbers(seed);
  const { root, write } = repository();
  for (let n = 1; n <= issues; n++)
    write(`.harness/issues/APP-${n}.md`, `---\nid: APP-${n}\ntitle: issue ${n}\nlabels: [ready]\n---\n\nBody ${n}\n`);
  let kills = 0;
  const runs = ['run-a', 'run-b', 'run-c', 'run-d', 'run-e'].map(async (run) => {
    for (let tries = 0; ; tries++) {
      const { child, ended } = start(root, run, tries > 0);
      if (tries < 3)
        void once(child.stdout, 'data')
          .then(() => delay(random() * 40))
          .then(() => child.kill('SIGKILL'));
      else child.stdout.resume();
      const { code, stderr } = await ended;
      expect([null, 0], stderr).toContain(code);
      if (code === 0) return;
      kills++;
    }
  });
  await Promise.all(runs);
  for (let n = 1; n <= issues; n++) {
    const read = readLocalIssue(`APP-${n}`, readFileSync(join(root, `.harness/issues/APP-${n}.md`), 'utf8'));
    if (!read.ok) throw new Error(JSON.stringify(read));
    const { body, comments } = parseContent('', read.content);
    const marks = comments.map(({ text }) => markOf(text));
    expect([body, isOver(read.issue, { doneStatus: 'Done' })], `seed ${seed}`).toEqual([`Body ${n}`, true]);
    expect(marks.map((mark) => mark?.kind)).toEqual(['claim', 'comment']);
    expect(new Set(marks.map((mark) => mark?.effect.split('/')[0])).size).toBe(1);
  }
  expect(kills).toBeGreaterThan(5);
});
