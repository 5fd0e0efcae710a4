import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStore } from '../runs/folder.ts';
import { readRun } from '../runs/read-runs.ts';
import { lines, type Repository, repository } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { checkRunEvidence } from './check-evidence.ts';

/** A completed run, with a red check on the way and a check that reports tests. */
async function completedRun() {
  const repo = repository();
  repo.write('repo/check.sh', 'grep -q "pass 2" work.txt || exit 1; echo "1..2"; echo "ok 1 - a"; echo "ok 2 - b"\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Check');
  const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
  await repo.run('converge', 'add a greeting', '--check', 'sh check.sh', '--script', agents);
  const run = await repo.newest();
  const prove = async () => checkRunEvidence(repo.path, openStore(repo.path), await readRun(openStore(repo.path), run));
  return { repo, run, prove };
}

const logIn = ({ path }: Repository, run: string) => {
  const folder = join(path, '.harness', 'runs', run, 'artifacts');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.log')) ?? '');
};

describe('D-05 D-54 D-55 the proof of a real run', () => {
  test('shows touches, the longest silence and a witness for each claim, and notices later changes', {
    timeout: 60_000,
  }, async () => {
    const { repo, run, prove } = await completedRun();
    const proof = await prove();
    expect(proof).toMatchObject({ isProven: true, status: 'done', touches: [], unsound: [] });
    expect(proof.claims.map(({ by, claims, verdict }) => `${by} ${claims} ${verdict}`)).toEqual([
      'converge.implementer work refuted',
      'converge.implementer work witnessed',
      'converge.reviewer clean witnessed',
      'converge done witnessed',
    ]);
    expect(proof.claims.at(-1)?.witnesses).toContainEqual(
      expect.objectContaining({ is: 'check', what: 'sh check.sh', exitCode: 0, tests: 2 }),
    );
    expect(proof.hours.workedMs).toBe(proof.hours.wholeMs);
    expect(proof.silence?.during).toHaveLength(1);

    const { exitCode, stdout } = await repo.run('report', '--proof');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('proven: every accepted claim has a witness (4 claims: 3 witnessed, 1 refuted)');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);

    const log = logIn(repo, run);
    const before = readFileSync(log);
    appendFileSync(log, 'all is well\n');
    expect((await prove()).world).toContainEqual(expect.objectContaining({ is: 'log', why: 'changed' }));
    rmSync(log);
    expect(await prove()).toMatchObject({ isProven: false });
    writeFileSync(log, before);
    expect(await prove()).toMatchObject({ isProven: true });

    const journal = repo.journal(run);
    const whole = readFileSync(journal);
    const kept = lines(journal);
    const firstAnswer = kept.findIndex((line) => line.includes('"answered"'));
    writeFileSync(journal, `${kept.filter((_, n) => n !== firstAnswer).join('\n')}\n`);
    await expect(prove()).rejects.toMatchObject({ code: 'journal.damaged', params: { line: firstAnswer + 1 } });
    writeFileSync(journal, `${kept.join('\n').replace(/"end":"done"/, '"end":"fine"')}\n`);
    expect(await prove()).toMatchObject({ isProven: false, unsound: [{ why: 'torn', line: kept.length }] });
    writeFileSync(journal, whole);

    repo.git('branch', '--quiet', '-D', 'harness/add-a-greeting');
    expect((await prove()).world).toContainEqual(expect.objectContaining({ is: 'commit', why: 'unreachable' }));
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '--quiet', '--prune=now');
    expect((await prove()).world).toContainEqual(expect.objectContaining({ is: 'commit', why: 'missing' }));

    writeFileSync(journal, whole.toString().replace('"implementing"', '"implemented!"'));
    const altered = await repo.start(['report', '--proof', run, '--json']).finished;
    expect(altered.exitCode).toBe(1);
    expect(JSON.parse(altered.stdout)).toMatchObject({
      version: 1,
      isProven: false,
      proofs: [],
      damaged: [{ run, why: expect.stringMatching(/journal\.jsonl is damaged at line \d+/) }],
    });
  });
});
