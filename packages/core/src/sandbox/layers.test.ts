import { describe, expect, test } from 'vitest';
import { type BoxedProcess, type BoxedRepository, createLayers, type HostMachine } from './layers.ts';

const machine: HostMachine = {
  home: '/home/ada',
  hidden: ['/home', '/run'],
  secrets: ['/etc/shadow'],
  logins: [{ sight: 'closed', path: '/home/ada/.ssh' }],
  temporary: ['/tmp'],
  shown: ['/usr/bin', '/home/ada/.nvm'],
};
const repository: BoxedRepository = {
  root: '/home/ada/repo',
  gitFolders: ['/home/ada/repo/.git'],
  state: '/home/ada/repo/.harness',
  kept: ['/home/ada/repo/.orchestrator'],
  runs: '/home/ada/repo/.harness/runs',
  locks: '/home/ada/repo/.harness/locks',
  tokens: [],
};
const process: BoxedProcess = {
  lane: '/home/ada/repo',
  isReadOnly: false,
  laneGit: '/home/ada/repo/.git',
  runFolder: '/home/ada/repo/.harness/runs/r',
  own: undefined,
  more: [],
};
const seen = (more: Partial<BoxedProcess> = {}, other: Partial<BoxedRepository> = {}, on: Partial<HostMachine> = {}) =>
  createLayers({ ...machine, ...on }, { ...repository, ...other }, { ...process, ...more }).map(
    ({ sight, path }) => `${sight} ${path}`,
  );

test('orders parents before their content', () => {
  const paths = createLayers(machine, repository, process).map(({ path }) => path);
  for (const [n, path] of paths.entries())
    for (const later of paths.slice(n + 1)) expect(path.startsWith(`${later}/`), `${later} after ${path}`).toBe(false);
});

test('X1 homes and services look empty; tools and the repository in them are visible', () => {
  expect(seen()).toEqual([
    'closed /home',
    'closed /run',
    'empty /tmp',
    'empty /home/ada',
    'blank /etc/shadow',
    'read /home/ada/.nvm',
    'write /home/ada/repo',
    'read /home/ada/repo/.git',
    'read /home/ada/repo/.harness',
    'read /home/ada/repo/.orchestrator',
    'closed /home/ada/repo/.harness/runs',
    'closed /home/ada/repo/.harness/locks',
    'read /home/ada/repo/.harness/runs/r',
  ]);
});

test('X2 a lane is writable inside a read-only repository', () => {
  const lane = '/home/ada/repo/.harness/worktrees/r';
  const layers = seen({ lane, laneGit: `${lane}/.git` });
  expect(layers).toContain('read /home/ada/repo');
  expect(layers).toContain(`write ${lane}`);
  expect(layers).toContain(`read ${lane}/.git`);
  expect(layers).not.toContain('read /home/ada/repo/.git'); // covered by the repository
});

test("X2 a read-only process may write only its provider's folder", () => {
  const own = { path: '/home/ada/repo/.harness/runs/r/agents', isShown: true };
  expect(seen({ isReadOnly: true, own }).filter((layer) => layer.startsWith('write'))).toEqual([`write ${own.path}`]);
  expect(seen({ own: { ...own, isShown: false } })).toContain(`closed ${own.path}`);
});

describe('X3 a home that is the repository', () => {
  test('is not hidden, but its logins are', () => {
    const layers = seen({}, {}, { home: '/home/ada/repo', logins: [{ sight: 'closed', path: '/home/ada/repo/.ssh' }] });
    expect(layers).toContain('write /home/ada/repo');
    expect(layers).toContain('closed /home/ada/repo/.ssh');
    expect(layers).not.toContain('empty /home/ada/repo');
  });

  test('hides its logins with everything else if it only contains the repository', () => {
    expect(seen()).not.toContain('closed /home/ada/.ssh');
  });
});

test('shows a replacement in the place of a folder, with its neighbours', () => {
  const docs = '/home/ada/repo/docs';
  const more = [
    { sight: 'write', path: docs, source: '/elsewhere' },
    { sight: 'read', path: `${docs}/other.md` },
  ] as const;
  const layers = createLayers(machine, repository, { ...process, isReadOnly: true, more });
  expect(layers).toContainEqual(more[0]);
  expect(layers).toContainEqual(more[1]);
});

test('X2 the token of the control server looks empty, also to a process that may write around it', () => {
  const token = '/home/ada/repo/.orchestrator/control.json';
  expect(seen({}, { tokens: [token] })).toContain(`blank ${token}`);
  expect(seen({ isReadOnly: true }, { tokens: [token] })).toContain(`blank ${token}`);
});

test('X4 a clean room sees git and the named tools of the repository, and nothing else of it', () => {
  const lane = '/home/ada/.cache/harness/rooms/r/repo';
  const shown = ['/home/ada/repo/.venv/bin', '/home/ada/repo/node_modules/.bin', '/home/ada/repo'];
  const tools = ['/home/ada/repo/.venv'];
  const layers = seen({ lane, laneGit: `${lane}/.git`, runFolder: undefined, isRoom: true, tools }, {}, { shown });
  expect(layers.filter((layer) => layer.includes('/home/ada/'))).toEqual([
    'closed /home/ada/repo',
    'read /home/ada/repo/.git',
    'read /home/ada/repo/.venv/bin',
    `write ${lane}`,
    `read ${lane}/.git`,
  ]);
});
