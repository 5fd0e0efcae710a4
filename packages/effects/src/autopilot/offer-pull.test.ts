/** Tests the pull request at the end of a session, at the local forge. */
import { offerPull } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, expect, test } from 'vitest';
import type { Forge, OpenArgs, PushArgs } from '../forge/forge.ts';
import { ForgeError } from '../forge/forge-error.ts';
import { localForge } from '../forge/local/forge.ts';
import { memoryLock } from '../forge/local/test-stage.ts';
import { clearScratch, scratch } from '../git/scratch.ts';
import { commitFiles } from '../inspect/scratch-graph.suite.ts';
import { openedSession, sessionIn } from './session.suite.ts';

afterAll(clearScratch);

const branch = 'harness/changes--shop--proposal';

async function stage(on: string) {
  const session = await openedSession();
  const { repo } = session;
  const base = repo.git('rev-parse', 'HEAD');
  if (on !== 'main') repo.git('checkout', '--quiet', '-b', on);
  const checks = {
    commands: [],
    timeoutMs: 1_000,
    performer: { kind: 'check', afterCrash: 'repeat', perform: none },
  } as const;
  const forge = () => localForge({ repo: repo.root, stateDir: '.harness', checks, tryLock: memoryLock() });
  const { value, perform } = sessionIn(repo, { forge });
  const lane = { path: '.', branch: on, base };
  const offer = act(offerPull, {
    ...session.spec,
    lane,
    base: 'main',
    since: base,
    title: 'Shop',
    body: '## Summary\n\nx\n',
  });
  const bare = (...args: string[]) => repo.gitIn('.harness/forge/origin.git', ...args);
  return { repo, value, perform, offer, bare, lane, spec: session.spec };
}
const none = () => Promise.reject(new Error('no check runs'));

test('A-84 pushes the current branch and opens one pull request, also if it is asked again', async () => {
  const { repo, value, offer, bare } = await stage('feature');
  commitFiles(repo, { 'src/a.ts': 'export const a = 1;\n' });
  const offered = await value(offer, 'offer/x');
  expect(offered).toEqual({ is: 'open', pull: 1, url: expect.any(String), branch: 'feature' });
  expect(await value(offer, 'offer/x')).toEqual(offered);
  expect(bare('rev-parse', 'feature')).toBe(repo.git('rev-parse', 'HEAD'));
  expect(repo.git('rev-parse', 'main')).not.toBe(repo.git('rev-parse', 'HEAD'));
});

test('A-84 a refusal is an answer with its reason, nothing is lost, and the next try succeeds', async () => {
  const { repo, value, offer } = await stage('feature');
  const refused = await value(offer);
  expect(refused).toEqual({ is: 'refused', because: 'no commits between main and feature' });
  commitFiles(repo, { 'src/a.ts': 'export const a = 1;\n' });
  expect(await value(offer)).toMatchObject({ is: 'open' });
});

test('A-84 never forces: a branch with other commits at the forge is named and stays', async () => {
  const { repo, value, offer, bare } = await stage('feature');
  commitFiles(repo, { 'src/a.ts': 'export const a = 1;\n' });
  await value(offer);
  const theirs = bare('rev-parse', 'feature');
  repo.git('reset', '--quiet', '--hard', 'main');
  commitFiles(repo, { 'src/b.ts': 'export const b = 1;\n' });
  const refused = await value(offer, 'again/x');
  expect(refused).toEqual({
    is: 'refused',
    because: `feature has other commits at the forge: it is at ${theirs}`,
  });
  expect(bare('rev-parse', 'feature')).toBe(theirs);
});

test('A-84 on the base it pushes a branch of the session, whose name is valid for any spec', async () => {
  const { repo, lane, spec } = await stage('main');
  const [pushed, opened]: [PushArgs[], OpenArgs[]] = [[], []];
  const forge = {
    push: async (args: PushArgs) => void pushed.push(args),
    open: async (args: OpenArgs) => {
      opened.push(args);
      return { is: 'open', pull: 7, url: 'u', how: 'opened', body: 'written' };
    },
  } as Partial<Forge> as Forge;
  const { value } = sessionIn(repo, { forge: async () => forge });
  const body = `token sk-ant-api03-${'a'.repeat(40)}`;
  const offer = (slug: string) =>
    act(offerPull, { ...spec, slug, lane, base: 'main', since: lane.base, title: 'Shop', body });
  expect(await value(offer(spec.slug))).toEqual({ is: 'open', pull: 7, url: 'u', branch });
  await value(offer('명세 [1] ..'));
  const commit = repo.git('rev-parse', 'HEAD');
  expect(pushed).toEqual([
    { branch, commit },
    { branch: expect.stringMatching(/^harness\/[\w-]+$/), commit },
  ]);
  expect(opened[0]).toEqual({
    branch,
    base: 'main',
    head: commit,
    since: lane.base,
    title: 'Shop',
    body: 'token [redacted]',
  });
});

test('A-84 at the local forge, work on the base itself is proposed since its start, and stays open', async () => {
  const { repo, value, offer, bare } = await stage('main');
  expect(await value(offer)).toEqual({ is: 'refused', because: `no commits between main and ${branch}` });
  commitFiles(repo, { 'src/a.ts': 'export const a = 1;\n' });
  const opened = { is: 'open', pull: 1, url: expect.any(String), branch };
  expect(await value(offer, 'offer/x')).toEqual(opened);
  expect(await value(offer, 'offer/x')).toEqual(opened);
  expect(bare('rev-parse', branch)).toBe(repo.git('rev-parse', 'HEAD'));
});

test('A-84 a checkout on another branch pushes nothing, and a forge without access is a refusal', async () => {
  const { repo, value, offer } = await stage('feature');
  repo.git('checkout', '--quiet', '-b', 'elsewhere');
  expect(await value(offer)).toEqual({
    is: 'refused',
    because: 'the checkout is on elsewhere; the session works on feature',
  });
  const closed = sessionIn(scratch(), {
    forge: () => Promise.reject(new ForgeError('forge.unauthorized', { detail: 'set GITHUB_TOKEN' })),
  });
  const { spec } = await openedSession();
  const lane = { path: '.', branch: 'main', base: closed.repo.git('rev-parse', 'HEAD') };
  const refused = await closed.value(
    act(offerPull, { ...spec, lane, base: 'dev', since: lane.base, title: 'x', body: 'y' }),
  );
  expect(refused).toEqual({ is: 'refused', because: 'set GITHUB_TOKEN' });
});
