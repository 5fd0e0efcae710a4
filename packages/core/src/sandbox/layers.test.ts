import { describe, expect, test } from 'vitest';
import { type BoxedProcess, type BoxedRepository, type HostMachine, layersFor } from './layers.ts';

const machine: HostMachine = {
  home: '/home/ada',
  hidden: ['/home', '/run'],
  secrets: ['/etc/shadow'],
  logins: [{ sight: 'closed', path: '/home/ada/.ssh' }],
  temporary: ['/tmp'],
  shown: ['/usr/bin', '/home/ada/.nvm'],
};
const premises: BoxedRepository = {
  root: '/home/ada/repo',
  gitFolders: ['/home/ada/repo/.git'],
  state: '/home/ada/repo/.harness',
  kept: ['/home/ada/repo/.harness/state.json'],
  runs: '/home/ada/repo/.harness/runs',
  tokens: [],
};
const place: BoxedProcess = {
  ...{ lane: '/home/ada/repo', isReadOnly: false, laneGit: '/home/ada/repo/.git' },
  ...{ runFolder: '/home/ada/repo/.harness/runs/r', own: undefined, more: [] },
};
const seen = (more: Partial<BoxedProcess> = {}, other: Partial<BoxedRepository> = {}, on: Partial<HostMachine> = {}) =>
  layersFor({ ...machine, ...on }, { ...premises, ...other }, { ...place, ...more }).map(
    ({ sight, path }) => `${sight} ${path}`,
  );

test('what lies in something else comes after it', () => {
  const paths = layersFor(machine, premises, place).map(({ path }) => path);
  for (const [n, path] of paths.entries())
    for (const later of paths.slice(n + 1)) expect(path.startsWith(`${later}/`), `${later} after ${path}`).toBe(false);
});

test('X1 homes and services look empty, tools and the repository are seen in them', () => {
  expect(seen()).toEqual([
    'closed /home',
    'closed /run',
    'empty /tmp',
    'empty /home/ada',
    'blank /etc/shadow',
    'read /home/ada/.nvm',
    'write /home/ada/repo',
    'read /home/ada/repo/.git',
    'write /home/ada/repo/.harness',
    'read /home/ada/repo/.harness/state.json',
    'closed /home/ada/repo/.harness/runs',
    'read /home/ada/repo/.harness/runs/r',
  ]);
});

test('what the harness keeps is read alone by who has no business there, also in the checkout', () => {
  expect(seen({ isStateKept: true })).toContain('read /home/ada/repo/.harness');
});

test('X2 a lane is written inside a repository that is read', () => {
  const lane = '/home/ada/repo/.harness/worktrees/r';
  const layers = seen({ lane, laneGit: `${lane}/.git` });
  expect(layers).toContain('read /home/ada/repo');
  expect(layers).toContain(`write ${lane}`);
  expect(layers).toContain(`read ${lane}/.git`);
  expect(layers).not.toContain('read /home/ada/repo/.git'); // as all of the repository
});

test('X2 who only reads has nothing to write but what its provider keeps', () => {
  const own = { path: '/home/ada/repo/.harness/runs/r/agents', isShown: true };
  expect(seen({ isReadOnly: true, own }).filter((layer) => layer.startsWith('write'))).toEqual([`write ${own.path}`]);
  expect(seen({ own: { ...own, isShown: false } })).toContain(`closed ${own.path}`);
});

describe('X3 a home that is the repository', () => {
  test('is not hidden, but the logins in it are', () => {
    const layers = seen({}, {}, { home: '/home/ada/repo', logins: [{ sight: 'closed', path: '/home/ada/repo/.ssh' }] });
    expect(layers).toContain('write /home/ada/repo');
    expect(layers).toContain('closed /home/ada/repo/.ssh');
    expect(layers).not.toContain('empty /home/ada/repo');
  });

  test('a home that only holds it hides its logins with all the rest', () => {
    expect(seen()).not.toContain('closed /home/ada/.ssh');
  });
});

test('what stands in for a folder is seen in its place, with what lies beside it', () => {
  const docs = '/home/ada/repo/docs';
  const more = [
    { sight: 'write', path: docs, source: '/elsewhere' },
    { sight: 'read', path: `${docs}/other.md` },
  ] as const;
  const layers = layersFor(machine, premises, { ...place, isReadOnly: true, more });
  expect(layers).toContainEqual(more[0]);
  expect(layers).toContainEqual(more[1]);
});

test('X2 what opens the control server is there and says nothing, whoever may write around it', () => {
  const token = '/home/ada/repo/.orchestrator/control.json';
  expect(seen({}, { tokens: [token] })).toContain(`blank ${token}`);
  expect(seen({ isReadOnly: true }, { tokens: [token] })).toContain(`blank ${token}`);
});
