/** `harness run` at GitHub, as its stand-in answers, with everything that people, rules and trouble do to a pull request. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finished } from '../../testing/command.ts';
import { agentsOf, greenCi, type HubProduct, hubProduct } from '../../testing/hub.ts';
import { plans } from '../../testing/product.ts';

interface Shown {
  readonly calls: readonly { role: string; tries: readonly { outcome: string }[] }[];
}

const said = ({ stdout, stderr }: Finished) => `${stdout}${stderr}`;
const checksAsked = /check-runs/;
const redCi = [
  {
    name: 'test',
    status: 'completed',
    conclusion: 'failure',
    log: '2026-01-01T00:00:00.0Z not ok 1 - shows the note\n2026-01-01T00:00:01.0Z ##[error]exit code 1',
  },
];

const passes = (maxReviewPasses: number) => ({ agent: { maxReviewPasses } });

const go = (product: HubProduct, own: Parameters<typeof agentsOf>[1] = []) =>
  product.run('run', '0001', '--script', agentsOf(product.repo, own));

async function shipped(product: HubProduct, done: Finished): Promise<void> {
  expect(done, said(done)).toMatchObject({ exitCode: 0 });
  const { repo, hub, server } = product;
  expect(hub('log', '--format=%s', '-1', 'main')).toBe('chore: complete plan 0001');
  expect([repo.git('rev-parse', 'main'), plans(repo, 'completed')]).toEqual([
    hub('rev-parse', 'main'),
    ['0001-first.md'],
  ]);
  expect(server.state.pulls.filter(({ mergedAt }) => mergedAt !== null)).toHaveLength(1);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
}

function unshipped({ repo, hub }: HubProduct, done: Finished, words: RegExp): void {
  expect(done, said(done)).toMatchObject({ exitCode: 1 });
  expect(said(done)).toMatch(words);
  expect(hub('log', '--format=%s', '-1', '--first-parent', 'main')).not.toContain('chore');
  expect(plans(repo, 'active')).toContain('0001-first.md');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
}

const roles = async ({ repo }: HubProduct) =>
  (await repo.json<Shown>('show', await repo.newest())).calls.map(({ role }) => role.replace('plans.', ''));

describe('checks', () => {
  test('DO-10 that run are waited for, and what did not change costs nothing', async () => {
    const product = await hubProduct((sha, nth) =>
      nth < 40 ? [{ name: 'test', status: 'in_progress', conclusion: null }] : greenCi(sha, nth),
    );
    await shipped(product, await go(product));
    const { server, paid } = product;
    expect(server.log.filter(({ what }) => checksAsked.test(what)).length).toBeGreaterThanOrEqual(40);
    expect([paid(/./), server.used]).toEqual([expect.any(Number), paid(/./)]);
    expect(server.used).toBeLessThan(25);
  });

  test('DO-10 that nobody runs are not waited for, and their own automation is not waited for either', async () => {
    const product = await hubProduct(() => [{ name: 'automerge', status: 'queued', conclusion: null }]);
    await shipped(product, await go(product));
  });

  test('that are red go back to the fixer with what they said, and the same pull request goes on', async () => {
    const product = await hubProduct();
    const { state } = product.server;
    state.ci = (sha, nth) => (product.hub('show', `${sha}:0001.txt`) === '0001' ? redCi : greenCi(sha, nth));
    const fixer = {
      when: { role: 'plans.fixer', prompt: 'CI: shows the note' },
      steps: [{ write: { path: '0001.txt', text: 'shown\n' } }],
      reply: 'ok',
    };
    const unprepared = { when: { role: 'plans.fixer' }, reply: 'no idea' };
    await shipped(product, await go(product, [fixer, unprepared]));
    expect(await roles(product)).toEqual([
      ...['implementer', 'reviewer', 'preparer', 'fixer', 'reviewer', 'preparer', 'merge-checker'],
    ]);
    expect(state.pulls).toHaveLength(1);
    expect(product.hub('rev-list', '--count', 'main~2..task/0001-first')).toBe('2');
  });

  test('that stay red spend the passes, and then it fails as that', async () => {
    const product = await hubProduct(() => redCi, passes(3));
    unshipped(product, await go(product), /Checks of pull request 1 are red \(test\)/);
    expect((await roles(product)).filter((role) => role === 'fixer')).toHaveLength(2);
    expect(product.pull().state).toBe('open');
  });
});

describe('what people do meanwhile', () => {
  test('a merge is as good as ours: the plan is filed', async () => {
    const product = await hubProduct();
    product.server.before(checksAsked, () => product.mergedByHand());
    await shipped(product, await go(product));
    expect(product.pull()).toMatchObject({ mergedBy: 'ada' });
    expect(await roles(product)).not.toContain('merge-checker');
  });

  test('who closes it is not overruled', async () => {
    const product = await hubProduct();
    product.server.before(checksAsked, () => product.closedByHand());
    unshipped(product, await go(product), /ada closed pull request 1/);
    expect(product.pull().state).toBe('closed');
  });

  test('who pushes to the branch is not merged unseen, and keeps what they pushed', async () => {
    const product = await hubProduct();
    const pushed: string[] = [];
    product.server.before(checksAsked, () => pushed.push(product.pushed('task/0001-first', 'mine.txt', 'mine')));
    unshipped(product, await go(product), /somebody|pushed|changed/i);
    expect([product.hub('rev-parse', 'task/0001-first')]).toEqual(pushed);
  });

  test('DO-09 changes that somebody asked for stop it, and so does a draft', async () => {
    const product = await hubProduct();
    product.server.before(checksAsked, () => product.pull().reviews.push({ by: 'ada', state: 'CHANGES_REQUESTED' }));
    unshipped(product, await go(product), /may not be merged yet: changes-requested/);
    const other = await hubProduct();
    other.server.before(checksAsked, () => Object.assign(other.pull(), { draft: true }));
    unshipped(other, await go(other), /may not be merged yet: draft/);
    expect([...product.pull().labels, ...other.pull().labels]).toEqual([]);
  });

  test('what they change in their own checkout stays, and they hear that it was left behind', async () => {
    const product = await hubProduct();
    const { repo, hub } = product;
    const readme = join(repo.path, 'README.md');
    const before = repo.git('rev-parse', 'main');
    product.server.before(checksAsked, () => writeFileSync(readme, 'mine\n'));
    const done = await go(product);
    expect(done, said(done)).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toMatch(/main is behind the forge's; .* was not moved along, because it has changes/);
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
  test('is brought into the branch, checked and pushed, and the pull request says what it said', async () => {
    const product = await hubProduct();
    const { server, hub, pushed } = product;
    server.state.strict = true;
    const moved: string[] = [];
    server.before(checksAsked, () => moved.push(pushed('main', 'theirs.txt', 'theirs')));
    await shipped(product, await go(product));
    expect(hub('rev-parse', 'task/0001-first^2')).toBe(moved[0]);
    expect(hub('log', '-1', '--format=%s', 'task/0001-first')).toBe('Merge main into task/0001-first');
    expect((await roles(product)).filter((role) => role === 'preparer')).toHaveLength(1);
    expect(server.state.pulls).toHaveLength(1);
  });

  test('and conflicts goes to the fixer, who is shown the conflict', async () => {
    const product = await hubProduct();
    product.server.before(checksAsked, () => product.pushed('main', '0001.txt', 'theirs\n'));
    const fixer = {
      ...{
        when: { role: 'plans.fixer', prompt: '0001\\.txt[\\s\\S]*conflict|conflict[\\s\\S]*0001\\.txt' },
        reply: 'both',
      },
      steps: [{ write: { path: '0001.txt', text: '0001 and theirs\n' } }],
    };
    await shipped(product, await go(product, [fixer]));
    expect(product.hub('show', 'main:0001.txt')).toBe('0001 and theirs');
    expect(await roles(product)).toEqual([
      ...['implementer', 'reviewer', 'preparer', 'fixer', 'reviewer', 'preparer', 'merge-checker'],
    ]);
  });

  test('and conflicts, and cannot be brought together, fails as that', async () => {
    const product = await hubProduct(greenCi, passes(2));
    product.server.before(checksAsked, () => product.pushed('main', '0001.txt', 'theirs\n'));
    const head = () => product.hub('rev-parse', 'task/0001-first');
    const done = await go(product, [{ when: { role: 'plans.fixer' }, reply: 'I cannot' }]);
    unshipped(product, done, /conflicts with its base/);
    expect(product.repo.git('rev-parse', 'task/0001-first')).toBe(head());
  });

  test('faster than checks run is given up after three times', async () => {
    const product = await hubProduct();
    product.server.state.strict = true;
    let moves = 0;
    product.server.state.ci = (sha, nth) => {
      if (nth === 1) product.pushed('main', `theirs-${moves++}.txt`, 'theirs');
      return greenCi(sha, nth);
    };
    unshipped(product, await go(product), /was not merged in time \(its base moved on\)/);
    expect(moves).toBe(4);
  });
});

describe('a base that is protected', () => {
  test('D-43 the plan is filed by a pull request of its own', async () => {
    const product = await hubProduct();
    product.protect();
    const done = await go(product);
    expect(done, said(done)).toMatchObject({ exitCode: 0 });
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

  test('D-43 which waits when a rule wants it to: the run is done, and says what is left; a later one goes on with it', async () => {
    const product = await hubProduct();
    const { server, pull, repo } = product;
    product.protect();
    server.before(/PUT .*pulls\/2\/merge/, () =>
      Object.assign(server.state, { protection: 'At least 1 approving review is required.' }),
    );
    const done = await go(product);
    expect(done, said(done)).toMatchObject({ exitCode: 0 });
    expect(said(done)).toMatch(
      /the plan is filed when somebody merges pull request 2: https:\/\/github.com\/acme\/app\/pull\/2/,
    );
    expect(plans(repo, 'active')).toContain('0001-first.md');
    server.state.protection = '';
    await go(product);
    expect([server.state.pulls.length, pull(2).mergedBy, plans(repo, 'completed')]).toEqual([
      2,
      'harness-bot',
      ['0001-first.md'],
    ]);
  });
});

describe('the base of the user', () => {
  test('with commits that GitHub does not have is refused, with the command that helps', async () => {
    const product = await hubProduct();
    const { repo } = product;
    repo.git('commit', '--quiet', '--allow-empty', '--message=mine');
    const mine = repo.git('rev-parse', 'main');
    unshipped(product, await go(product), /main has 1 commit that the forge does not have.*git push origin main/s);
    product.pushed('main', 'theirs.txt', 'theirs');
    unshipped(product, await go(product), /1 commit that the forge does not have.*git pull/s);
    expect([repo.git('rev-parse', 'main'), product.server.state.pulls]).toEqual([mine, []]);
  });
});

describe('trouble', () => {
  test.each([
    ['a limit with its end', 'rate-limit', /GET .*\/pulls\?/],
    ['a secondary limit, on a write', 'secondary-limit', /POST .*\/pulls$/],
    ['a gateway that is down', 'bad-gateway', /POST .*\/labels/],
    ['an answer that was lost after the merge', 'cut-after', /PUT .*\/merge/],
    ['an answer that was lost after the pull request was opened', 'cut-after', /POST .*\/pulls$/],
  ] as const)('%s is waited out', async (_, fault, what) => {
    const product = await hubProduct();
    product.server.state.limitEndsAfterS = 1;
    product.server.trouble(what, fault);
    await shipped(product, await go(product));
    expect(product.server.state.pulls).toHaveLength(1);
  });

  test('D-69 a limit of the provider is waited out where the provider is asked: the plan does not hear of it', async () => {
    const product = await hubProduct();
    const limited = {
      when: { role: 'plans.reviewer' },
      times: 1,
      steps: [{ fail: { kind: 'rate_limit', retryAfterMs: 50 } }],
    };
    await shipped(product, await go(product, [limited]));
    const { calls } = await product.repo.json<Shown>('show', await product.repo.newest());
    const reviews = calls.filter(({ role }) => role === 'plans.reviewer');
    expect(reviews.map(({ tries }) => tries.map(({ outcome }) => outcome))).toEqual([['rate_limit', 'ok']]);
  });

  test('D-72 a token that is not accepted is a failure with its own sentence', async () => {
    const product = await hubProduct();
    product.server.trouble(/./, 'unauthorized', 100);
    unshipped(product, await go(product), /The forge does not accept who we are/);
  });
});
