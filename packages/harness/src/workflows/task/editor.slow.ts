/** Tests `Modify` on a real terminal, which the program `script` opens: the user's editor changes the spec. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launcher, repository, until, withoutProof } from '../../testing/command.ts';
import { taskScript, textOf } from '../../testing/task-script.ts';

const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** Runs the command on a terminal. `says` waits for a text after the last one that it found. */
function onTerminal(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const words = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', words, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'dumb', ...withoutProof, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let from = 0;
  const says = (wanted: string) =>
    until(() => {
      const at = text.indexOf(wanted, from);
      if (at < 0 && (child.exitCode ?? child.signalCode) !== null) throw new Error(text);
      from = at < 0 ? from : at + wanted.length;
      return at < 0 ? undefined : true;
    });
  return { says, types: (line: string) => child.stdin.write(`${line}\n`), ended, text: () => text };
}

test.skipIf(!hasTerminal)(
  'W-97 Modify opens $EDITOR on the spec, and the changed spec is shown with a diff',
  async () => {
    const repo = repository();
    const editor = repo.write('editor.sh', 'echo "By night too." >> "$1"\n');
    const agents = taskScript(repo, { 'Convention Scan': 'Skip', Commit: 'No commit' });
    const args = ['task', 'Plan it', '--mode', 'single', '--model-config', 'default', '--script', agents];
    const cache = join(repo.path, '../cache');
    const { says, types, ended, text } = onTerminal(repo.path, args, {
      XDG_CACHE_HOME: cache,
      EDITOR: `sh ${editor}`,
    });
    await says('from 1 to 4:');
    types('2');
    await says('or Enter to open');
    types('');
    await says('+By night too.');
    await says('from 1 to 4:');
    types('perhaps');
    await says('"perhaps" was not understood');
    await says('from 1 to 4:');
    types('1');
    expect(await ended, text()).toBe(0);
    expect(textOf(repo.path, 'docs/harness/plan-it/spec.md')).toMatch(/\nBy night too\.\n$/);
  },
);
