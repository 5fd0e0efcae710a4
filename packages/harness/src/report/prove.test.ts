import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeOf } from '../folder.ts';
import { look } from '../look.ts';
import { lines, type Repository, repository } from '../testing/command.ts';
import { implementing, reviewing, script } from '../testing/scripts.ts';
import { prove } from './prove.ts';

/** A run that is done, with a red check on the way, and a check that counts tests. */
async function done() {
  const repo = repository();
  repo.write('repo/check.sh', 'grep -q "pass 2" work.txt || exit 1; echo "1..2"; echo "ok 1 - a"; echo "ok 2 - b"\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Check');
  const agents = script(repo, [implementing(), reviewing()]);
  await repo.run('converge', 'add a greeting', '--check', 'sh check.sh', '--script', agents);
  const run = await repo.newest();
  const proven = async () => prove(repo.path, storeOf(repo.path), await look(storeOf(repo.path), run));
  return { repo, run, proven };
}

const logIn = ({ path }: Repository, run: string) => {
  const folder = join(path, '.harness', 'runs', run, 'artifacts');
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.log')) ?? '');
};

describe('D-05 D-54 the proof of a real run', () => {
  test('shows who touched it, its silence, and a witness for what was believed; and notices what was changed since', {
    timeout: 60_000,
  }, async () => {
    const { repo, run, proven } = await done();
    const proof = await proven();
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

    const log = logIn(repo, run);
    const before = readFileSync(log);
    appendFileSync(log, 'all is well\n');
    expect((await proven()).world).toContainEqual(expect.objectContaining({ is: 'log', why: 'changed' }));
    rmSync(log);
    expect(await proven()).toMatchObject({ isProven: false });
    writeFileSync(log, before);
    expect(await proven()).toMatchObject({ isProven: true });

    const journal = repo.journal(run);
    const whole = readFileSync(journal);
    const kept = lines(journal);
    const firstAnswer = kept.findIndex((line) => line.includes('"answered"'));
    writeFileSync(journal, `${kept.filter((_, n) => n !== firstAnswer).join('\n')}\n`);
    expect(await proven()).toMatchObject({ isProven: false, unsound: [{ why: 'misfit' }] });
    writeFileSync(journal, `${kept.join('\n').replace(/"end":"done"/, '"end":"fine"')}\n`);
    expect(await proven()).toMatchObject({ isProven: false, unsound: [{ why: 'torn', line: kept.length }] });
    writeFileSync(journal, whole);

    repo.git('branch', '--quiet', '-D', 'harness/add-a-greeting');
    expect((await proven()).world).toContainEqual(expect.objectContaining({ is: 'commit', why: 'unreachable' }));
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('gc', '--quiet', '--prune=now');
    expect((await proven()).world).toContainEqual(expect.objectContaining({ is: 'commit', why: 'missing' }));
  });
});

describe('D-55 harness report --proof', () => {
  test('exits 0 when all is witnessed and 1 when something is not, also when a journal was altered', {
    timeout: 60_000,
  }, async () => {
    const { repo, run } = await done();
    expect(await repo.run('report', '--proof')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /proven: nothing was believed unwitnessed \(4 claims: 3 witnessed, 1 refuted\)/,
      ),
    });
    const agents = script(repo, [implementing(), reviewing()]);
    await repo.run('converge', 'unchecked', '--check', 'true', '--script', agents);
    writeFileSync(
      repo.journal(run),
      readFileSync(repo.journal(run), 'utf8').replace('"implementing"', '"implemented!"'),
    );
    const damaged = await repo.run('report', '--proof', run);
    expect(damaged).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/cannot be read: .*journal\.jsonl.*line \d+/),
    });
    const all = await repo.start(['report', '--proof', '--json', '--since', '1h']).finished;
    expect(all.exitCode).toBe(1);
    expect(JSON.parse(all.stdout)).toMatchObject({
      ...{ version: 1, isProven: false, damaged: [{ run }] },
      proofs: [{ title: 'unchecked', isProven: true }],
    });
  });
});
