/** Kills the command at random moments and checks that the end equals that of an undisturbed run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Repository, repository } from './command.ts';
import { script, usage } from './scripts.ts';

/** The same numbers for the same seed, to reproduce a failure. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Every try writes its own file into the lane and then logs it outside. No logged file may be lost. */
function agents(repo: Repository): { readonly path: string; readonly witness: string } {
  const witness = join(repo.path, '..', 'witness');
  const mark = `f=w-$(date +%s%N)-$$; echo "$f" > "$f"; echo "$f" >> '${witness}'; sleep 0.05`;
  const implementer = (attempt: number) => ({
    when: { role: 'converge.implementer', attempt },
    steps: [{ run: mark }, { sleep: 30 }, { write: { path: 'work.txt', text: `pass ${attempt}\n` } }, { sleep: 30 }],
    reply: `pass ${attempt}`,
    usage,
  });
  const reviewer = (attempt: number, reply: string) => ({
    when: { role: 'converge.reviewer', attempt },
    steps: [{ sleep: 40 }],
    reply,
    usage,
  });
  const answers = [
    ...[1, 2, 3].map(implementer),
    reviewer(1, '- [high] work.txt: not yet\n- [low] work.txt: a nit'),
    reviewer(2, 'No blocking findings.'),
  ];
  return { path: script(repo, answers), witness };
}

/** Kills one run at random moments until it is done. Returns the number of kills. */
export async function killUntilDone(random: () => number, atMost: number): Promise<number> {
  const repo = repository();
  const { path, witness } = agents(repo);
  const check = 'sleep 0.05; ! grep -q "pass 1" work.txt';
  let kills = 0;
  let running = repo.start(['converge', 'Survive', '--check', check, '--script', path]);
  for (;;) {
    const timer = kills < atMost ? delay(40 + random() * 900) : new Promise<void>(() => {});
    const finished = await Promise.race([running.finished, timer]);
    if (finished && finished.exitCode !== null) {
      expect(finished, `${finished.stdout}${finished.stderr}`).toMatchObject({ exitCode: 0 });
      break;
    }
    running.child.kill('SIGKILL');
    await running.finished;
    kills++;
    const { runs } = await repo.json<{ runs: { id: string; status: string }[] }>('runs');
    if (runs[0]?.status === 'done') break; // it had ended, and was killed while exiting
    const started = runs[0]?.id ?? '';
    running =
      started === ''
        ? repo.start(['converge', 'Survive', '--check', check, '--script', path])
        : repo.start(['resume', started]);
  }
  await expectUndisturbed(repo, witness);
  return kills;
}

interface Shown {
  state: string;
  status: string;
  costUsd: number;
  calls: { tries: { outcome: string | null }[] }[];
  findings: { status: string }[];
  commits: unknown[];
}

async function expectUndisturbed(repo: Repository, witness: string): Promise<void> {
  const id = await repo.newest();
  const shown = await repo.json<Shown>('show', id);
  expect(shown).toMatchObject({ state: 'converged', status: 'done', costUsd: 0.05 });
  expect(shown.calls).toHaveLength(5);
  for (const { tries } of shown.calls) expect(tries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  expect(shown.findings.map(({ status }) => status).sort()).toEqual(['fixed', 'follow-up']);
  expect(shown.commits).toHaveLength(1);

  const branch = repo.git('branch', '--list', 'harness/*', '--format=%(refname:short)');
  expect(branch).toBe('harness/survive');
  expect(repo.git('rev-list', '--count', `main..${branch}`)).toBe('1');
  expect(repo.git('show', `${branch}:work.txt`)).toBe('pass 3');
  const files = repo.git('ls-tree', '--name-only', branch).split('\n');
  expect(files.filter((name) => name.startsWith('w-'))).toHaveLength(3);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('status', '--porcelain')).toBe('');

  const names = new Set(
    repo
      .git('rev-list', '--objects', '--all')
      .split('\n')
      .map((line) => line.split(' ')[1]),
  );
  const witnessed = existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : [];
  expect(witnessed.filter((name) => !names.has(name))).toEqual([]);
}
