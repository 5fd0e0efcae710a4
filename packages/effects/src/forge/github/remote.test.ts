import { expect, test } from 'vitest';
import { apiOf, isGitHub, isSafe, repoOf } from './remote.ts';

test.each([
  'https://github.com/acme/app',
  'https://github.com/acme/app.git',
  'https://github.com/acme/app/',
  'https://ada:secret@GitHub.com/acme/app.git',
  'git@github.com:acme/app.git',
  'github.com:acme/app',
  'ssh://git@github.com/acme/app.git',
  'ssh://git@ssh.github.com:443/acme/app.git',
  'git://github.com/acme/app.git\n',
])('%s is acme/app', (remote) => {
  expect(repoOf(remote)).toEqual({ host: 'github.com', owner: 'acme', repo: 'app' });
});

test.each(['/srv/git/app.git', '../app.git', 'file:///srv/app.git', 'https://github.com/acme', 'C:\\git\\app', ''])(
  '%j is not a repository of a forge',
  (remote) => {
    expect(repoOf(remote)).toBeNull();
  },
);

test('keeps dots in a name, and removes only the last .git', () => {
  expect(repoOf('git@git.example.org:a.b/c.git.git')).toEqual({ host: 'git.example.org', owner: 'a.b', repo: 'c.git' });
});

test('an enterprise has its API on its own host, and is recognized by the configured API', () => {
  expect(apiOf('github.com')).toBe('https://api.github.com');
  expect(apiOf('git.example.org')).toBe('https://git.example.org/api/v3');
  expect(isGitHub('github.com', undefined)).toBe(true);
  expect(isGitHub('git.example.org', undefined)).toBe(false);
  expect(isGitHub('git.example.org', 'https://git.example.org/api/v3')).toBe(true);
  expect(isGitHub('gitlab.com', 'https://api.github.com')).toBe(false);
});

test('a token is sent only over a safe connection', () => {
  expect(['https://api.github.com', 'http://127.0.0.1:7', 'http://localhost'].map(isSafe)).toEqual([true, true, true]);
  expect(['http://git.example.org', 'ftp://x', 'nonsense', ''].map(isSafe)).toEqual([false, false, false, false]);
});
