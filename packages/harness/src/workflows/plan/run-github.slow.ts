/** Tests `harness run` with a fake GitHub: people, branch rules and failures during a pull request. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandResult } from '../../testing/command.ts';
import { agentsOf, greenCi, type HubProduct, hubProduct } from '../../testing/hub.ts';
import { plans } from '../../testing/product.ts';

interface Shown {
  readonly calls: readonly { role: string; tries: readonly { outcome: string }[] }[];
}

const outputOf = ({ stdout, stderr }: CommandResult) => `${stdout}${stderr}`;
const checkRequests = /check-runs/;
const redCi = [
  {
    name: 'test',
    status: 'completed',
    conclusion: 'failure',
    log: '2026-01-01T00:00:00.0Z not ok 1 - shows the note\n2026-01-01T00:00:01.0Z ##[error]exit code 1',
  },
];

const passes = (maxReviewPasses: number) => ({ agent: { maxReviewPasses } });

const runPlan = (product: HubProduct, own: Parameters<typeof agentsOf>[1] = []) =>
  product.run('run', '0001', '--script', agentsOf(product.repo, own));

async function expectMerged(product: HubProduct, done: CommandResult): Promise<void> {
  expect(done, outputOf(done)).toMatchObject({ exitCode: 0 });
  const { repo, hub, server } = product;
  expect(hub('log', '--format=%s', '-1', 'main')).toBe('chore: complete plan 0001');
  expect([repo.git('rev-parse', 'main'), plans(repo, 'completed')]).toEqual([
    hub('rev-parse', 'main'),
    ['0001-first.md'],
  ]);
  expect(server.state.pulls.filter(({ mergedAt }) => mergedAt !== null)).toHaveLength(1);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
}

function expectUnmerged({ repo, hub }: HubProduct, done: CommandResult, words: RegExp): void {
  expect(done, outputOf(done)).toMatchObject({ exitCode: 1 });
  expect(outputOf(done)).toMatch(words);
  expect(hub('log', '--format=%s', '-1', '--first-parent', 'main')).not.toContain('chore');
  expect(plans(repo, 'active')).toContain('0001-first.md');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
}

const roles = async ({ repo }: HubProduct) =>
  (await repo.json<Shown>('show', await repo.newest())).calls.map(({ role }) => role.replace('plans.', ''));

test('the login of gh opens and merges a pull request, and its token is in no file', async () => {
  const token = 'a-login-without-a-known-form';
  const product = await hubProduct(greenCi, { forge: { kind: 'github', pollMs: 30, checksSettleMs: 60 } }, token);
  const { repo, server } = product;
  const gh = repo.write('bin/gh', `#!/bin/sh\necho ${token}\n`);
  chmodSync(gh, 0o755);
  const PATH = `${join(gh, '..')}:${process.env['PATH']}`;
  const env = { PATH, GITHUB_API_URL: server.url, GITHUB_REPOSITORY: 'acme/app' };
  const leaking = { when: { role: 'plans.reviewer' }, reply: `- [low] 0001.txt:1: ${token}\nNo blocking findings.` };
  const args = ['run', '0001', '--script', agentsOf(repo, [leaking])];
  await expectMerged(product, await repo.start(args, env).finished);
  const files = readdirSync(join(repo.path, '.harness'), { recursive: true, withFileTypes: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
  expect([texts.length > 5, texts.filter((text) => text.includes(token))]).toEqual([true, []]);
  expect(product.pull().body).toContain('[redacted]');
});

describe('checks', () => {
  test('DO-10 that run are awaited, and unchanged responses use no quota', async () => {
    const product = await hubProduct((sha, nth) =>
      nth < 40 ? [{ name: 'test', status: 'in_progress', conclusion: null }] : greenCi(sha, nth),
    );
    await expectMerged(product, await runPlan(product));
    const { server, paid } = product;
    expect(server.log.filter(({ what }) => checkRequests.test(what)).length).toBeGreaterThanOrEqual(40);
    expect([paid(/./), server.used]).toEqual([expect.any(Number), paid(/./)]);
    expect(server.used).toBeLessThan(25);
  });

  test('DO-10 that never start are not awaited, for example the automerge check', async () => {
    const product = await hubProduct(() => [{ name: 'automerge', status: 'queued', conclusion: null }]);
    await expectMerged(product, await runPlan(product));
  });

  test('that are red go back to the fixer with their output, and the same pull request continues', async () => {
    const product = await hubProduct();
    const { state } = product.server;
    state.ci = (sha, nth) => (product.hub('show', `${sha}:0001.txt`) === '0001' ? redCi : greenCi(sha, nth));
    const fixer = {
      when: { role: 'plans.fixer', prompt: 'CI: shows the note' },
      steps: [{ write: { path: '0001.txt', text: 'shown\n' } }],
      reply: 'ok',
    };
    const unprepared = { when: { role: 'plans.fixer' }, reply: 'no idea' };
    await expectMerged(product, await runPlan(product, [fixer, unprepared]));
    expect(await roles(product)).toEqual([
      ...['implementer', 'reviewer', 'preparer', 'fixer', 'reviewer', 'preparer', 'merge-checker'],
    ]);
    expect(state.pulls).toHaveLength(1);
    expect(product.hub('rev-list', '--count', 'main~2..task/0001-first')).toBe('2');
  });

  test('that stay red use all passes, and then the run fails with that reason', async () => {
    const product = await hubProduct(() => redCi, passes(3));
    expectUnmerged(product, await runPlan(product), /Checks of pull request 1 are red \(test\)/);
    expect((await roles(product)).filter((role) => role === 'fixer')).toHaveLength(2);
    expect(product.pull().state).toBe('open');
  });
});

describe('actions of people during the run', () => {
  test('a merge by a person counts: the plan is filed', async () => {
    const product = await hubProduct();
    product.server.before(checkRequests, () => product.mergedByHand());
    await expectMerged(product, await runPlan(product));
    expect(product.pull()).toMatchObject({ mergedBy: 'ada' });
    expect(await roles(product)).not.toContain('merge-checker');
  });

  test('a closed pull request is not opened again', async () => {
    const product = await hubProduct();
    product.server.before(checkRequests, () => product.closedByHand());
    expectUnmerged(product, await runPlan(product), /ada closed pull request 1/);
    expect(product.pull().state).toBe('closed');
  });

  test('a push to the branch is not merged without a review, and stays', async () => {
    const product = await hubProduct();
    const pushed: string[] = [];
    product.server.before(checkRequests, () => pushed.push(product.pushed('task/0001-first', 'mine.txt', 'mine')));
    expectUnmerged(product, await runPlan(product), /somebody|pushed|changed/i);
    expect([product.hub('rev-parse', 'task/0001-first')]).toEqual(pushed);
  });

  test('DO-09 a request for changes stops the merge, and so does a draft', async () => {
    const product = await hubProduct();
    product.server.before(checkRequests, () => product.pull().reviews.push({ by: 'ada', state: 'CHANGES_REQUESTED' }));
    expectUnmerged(product, await runPlan(product), /cannot be merged yet: changes-requested/);
    const other = await hubProduct();
    other.server.before(checkRequests, () => Object.assign(other.pull(), { draft: true }));
    expectUnmerged(other, await runPlan(other), /cannot be merged yet: draft/);
    expect([...product.pull().labels, ...other.pull().labels]).toEqual([]);
  });

  test('changes in the checkout of the user stay, and the output says that it was not updated', async () => {
    const product = await hubProduct();
    const { repo, hub } = product;
    const readme = join(repo.path, 'README.md');
    const before = repo.git('rev-parse', 'main');
    product.server.before(checkRequests, () => writeFileSync(readme, 'mine\n'));
    const done = await runPlan(product);
    expect(done, outputOf(done)).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toMatch(/main is behind the forge; .* was not updated, because it has uncommitted changes/);
    expect([readFileSync(readme, 'utf8'), repo.git('rev-parse', 'main')]).toEqual(['mine\n', before]);
    repo.git('checkout', '--quiet', 'README.md');
    repo.git('merge', '--quiet', '--ff-only', 'origin/main');
    expect([repo.git('rev-parse', 'main'), plans(repo, 'completed')]).toEqual([
      hub('rev-parse', 'main'),
      ['0001-first.md'],
    ]);
  });
});

describe('a base that moves on', () => {
  test('is merged into the branch, checked and pushed, and the text of the pull request stays', async () => {
    const product = await hubProduct();
    const { server, hub, pushed } = product;
    server.state.strict = true;
    const moved: string[] = [];
    server.before(checkRequests, () => moved.push(pushed('main', 'theirs.txt', 'theirs')));
    await expectMerged(product, await runPlan(product));
    expect(hub('rev-parse', 'task/0001-first^2')).toBe(moved[0]);
    expect(hub('log', '-1', '--format=%s', 'task/0001-first')).toBe('Merge main into task/0001-first');
    expect((await roles(product)).filter((role) => role === 'preparer')).toHaveLength(1);
    expect(server.state.pulls).toHaveLength(1);
  });

  test('and conflicts goes to the fixer, with the conflict in its prompt', async () => {
    const product = await hubProduct();
    product.server.before(checkRequests, () => product.pushed('main', '0001.txt', 'theirs\n'));
    const fixer = {
      when: { role: 'plans.fixer', prompt: '0001\\.txt[\\s\\S]*conflict|conflict[\\s\\S]*0001\\.txt' },
      reply: 'both',
      steps: [{ write: { path: '0001.txt', text: '0001 and theirs\n' } }],
    };
    await expectMerged(product, await runPlan(product, [fixer]));
    expect(product.hub('show', 'main:0001.txt')).toBe('0001 and theirs');
    expect(await roles(product)).toEqual([
      ...['implementer', 'reviewer', 'preparer', 'fixer', 'reviewer', 'preparer', 'merge-checker'],
    ]);
  });

  test('and conflicts without a solution fails with that reason', async () => {
    const product = await hubProduct(greenCi, passes(2));
    product.server.before(checkRequests, () => product.pushed('main', '0001.txt', 'theirs\n'));
    const head = () => product.hub('rev-parse', 'task/0001-first');
    const done = await runPlan(product, [{ when: { role: 'plans.fixer' }, reply: 'I cannot' }]);
    expectUnmerged(product, done, /conflicts with its base/);
    expect(product.repo.git('rev-parse', 'task/0001-first')).toBe(head());
  });

  test('faster than the checks run fails after three times', async () => {
    const product = await hubProduct();
    product.server.state.strict = true;
    let moves = 0;
    product.server.state.ci = (sha, nth) => {
      if (nth === 1) product.pushed('main', `theirs-${moves++}.txt`, 'theirs');
      return greenCi(sha, nth);
    };
    expectUnmerged(product, await runPlan(product), /was not merged in time \(its base has new commits\)/);
    expect(moves).toBe(4);
  });
});

describe('a base that is protected', () => {
  test('D-43 a separate pull request files the plan', async () => {
    const product = await hubProduct();
    product.protect();
    const done = await runPlan(product);
    expect(done, outputOf(done)).toMatchObject({ exitCode: 0 });
    expect(product.pull(2)).toMatchObject({
      branch: 'chore/file-0001',
      title: 'chore: complete plan 0001',
      mergedBy: 'harness-bot',
    });
    expect([...product.pull(2).labels]).toEqual(['agent/automerge']);
    expect([plans(product.repo, 'completed'), product.repo.git('rev-parse', 'main')]).toEqual([
      ...[['0001-first.md'], product.hub('rev-parse', 'main')],
    ]);
  });

  test('D-43 if that pull request must wait, the run is done and says so; a later run continues it', async () => {
    const product = await hubProduct();
    const { server, pull, repo } = product;
    product.protect();
    server.before(/PUT .*pulls\/2\/merge/, () =>
      Object.assign(server.state, { protection: 'At least 1 approving review is required.' }),
    );
    const done = await runPlan(product);
    expect(done, outputOf(done)).toMatchObject({ exitCode: 0 });
    expect(outputOf(done)).toMatch(
      /the plan is completed when pull request 2 is merged: https:\/\/github.com\/acme\/app\/pull\/2/,
    );
    expect(plans(repo, 'active')).toContain('0001-first.md');
    server.state.protection = '';
    await runPlan(product);
    expect([server.state.pulls.length, pull(2).mergedBy, plans(repo, 'completed')]).toEqual([
      2,
      'harness-bot',
      ['0001-first.md'],
    ]);
  });
});

describe('the base of the user', () => {
  test('with commits that are not on GitHub is refused, with a command that helps', async () => {
    const product = await hubProduct();
    const { repo } = product;
    repo.git('commit', '--quiet', '--allow-empty', '--message=mine');
    const mine = repo.git('rev-parse', 'main');
    expectUnmerged(product, await runPlan(product), /main has 1 commit missing on the forge.*git push origin main/s);
    product.pushed('main', 'theirs.txt', 'theirs');
    expectUnmerged(product, await runPlan(product), /1 commit missing on the forge.*git pull/s);
    expect([repo.git('rev-parse', 'main'), product.server.state.pulls]).toEqual([mine, []]);
  });
});

describe('failures of GitHub', () => {
  test.each([
    ['a rate limit with its end', 'rate-limit', /GET .*\/pulls\?/],
    ['a secondary limit, on a write', 'secondary-limit', /POST .*\/pulls$/],
    ['a gateway that is down', 'bad-gateway', /POST .*\/labels/],
    ['a lost answer to the merge', 'cut-after', /PUT .*\/merge/],
    ['a lost answer to the opened pull request', 'cut-after', /POST .*\/pulls$/],
  ] as const)('the run survives %s', async (_, fault, what) => {
    const product = await hubProduct();
    product.server.state.limitEndsAfterS = 1;
    product.server.trouble(what, fault);
    await expectMerged(product, await runPlan(product));
    expect(product.server.state.pulls).toHaveLength(1);
  });

  test('D-69 a rate limit of the provider is retried inside the call: the plan does not see it', async () => {
    const product = await hubProduct();
    const limited = {
      when: { role: 'plans.reviewer' },
      times: 1,
      steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 50 } }],
    };
    await expectMerged(product, await runPlan(product, [limited]));
    const { calls } = await product.repo.json<Shown>('show', await product.repo.newest());
    const reviews = calls.filter(({ role }) => role === 'plans.reviewer');
    expect(reviews.map(({ tries }) => tries.map(({ outcome }) => outcome))).toEqual([['rate_limit', 'ok']]);
  });

  test('D-72 a rejected token is a failure with its own message', async () => {
    const product = await hubProduct();
    product.server.trouble(/./, 'unauthorized', 100);
    expectUnmerged(product, await runPlan(product), /The forge rejected the credentials/);
  });
});
