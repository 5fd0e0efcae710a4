import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { type ForgeKind, findForge } from './find-forge.ts';
import { askGhForToken } from './github/local-programs.ts';

afterAll(clearScratch);

const hub = 'https://github.com/acme/app.git';
const token = 'word-1234-of-a-login';
const variable = { GITHUB_TOKEN: 'ghp_variable0123' };

/** A `gh` with logins at these hosts, and an `ssh` that knows the short name `work`. */
function programs(root: string, hosts: readonly string[]): string {
  const bin = join(root, '..', `${root.split('/').at(-1)}-bin`);
  mkdirSync(bin, { recursive: true });
  const place = (name: string, lines: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  place(
    'gh',
    `case "$*" in ${[...hosts, 'none'].map((host) => `*" --hostname ${host}"`).join('|')}) echo ${token};; *) exit 1;; esac`,
  );
  place('ssh', 'case "$*" in *work) echo "hostname ssh.github.com";; *) echo "hostname $3";; esac');
  return `${bin}:/usr/bin:/bin`;
}

interface Given {
  readonly remotes?: Readonly<Record<string, string>>;
  readonly kind?: ForgeKind;
  readonly env?: NodeJS.ProcessEnv;
  readonly logins?: readonly string[];
}

function finding({ remotes = { origin: hub }, kind, env = {}, logins = [] }: Given) {
  const repo = scratch();
  for (const [name, url] of Object.entries(remotes)) repo.git('remote', 'add', name, url);
  return findForge({ repo: repo.root, kind, environment: { PATH: programs(repo.root, logins), ...env } });
}

test.each([
  ['an address by https', { origin: hub }],
  ['an address by ssh', { origin: 'git@github.com:acme/app.git' }],
  ['a URL by ssh', { origin: 'ssh://git@ssh.github.com:443/acme/app.git' }],
  ['a short name of the ssh configuration', { origin: 'git@work:acme/app.git' }],
  ['origin among several remotes', { upstream: 'https://github.com/else/app', origin: hub }],
  ['the only remote, with another name', { hub }],
  ['the remote on GitHub if origin is a path', { origin: '/srv/app.git', hub }],
  ['the remote on GitHub among others', { other: 'https://gitlab.com/acme/app', hub }],
])('F1, F3 %s without a token is no reason to merge locally', async (_, remotes) => {
  expect(await finding({ remotes })).toEqual({ is: 'no-token', host: 'github.com' });
  expect(await finding({ remotes, env: { GITHUB_TOKEN: ' ', GH_TOKEN: '' } })).toMatchObject({ is: 'no-token' });
  expect(await finding({ remotes, kind: 'local' })).toEqual({ is: 'local' });
  const found = { is: 'github', owner: 'acme', repo: 'app', host: 'github.com', api: 'https://api.github.com' };
  expect(await finding({ remotes, env: variable })).toMatchObject({ ...found, tokenFrom: 'GITHUB_TOKEN' });
  expect(await finding({ remotes, logins: ['github.com'] })).toMatchObject({ ...found, token, tokenFrom: 'gh' });
});

test.each([
  ['no remote', {}],
  ['a path', { origin: '/srv/app.git' }],
  ['another forge', { origin: 'git@gitlab.com:acme/app.git' }],
  ['another forge as origin, and a mirror on GitHub', { origin: 'https://gitlab.com/acme/app', hub }],
])('F3 %s selects the local forge, with and without a token', async (_, remotes) => {
  expect([await finding({ remotes }), await finding({ remotes, env: variable })]).toEqual([
    { is: 'local' },
    { is: 'local' },
  ]);
});

test('F3 several remotes on GitHub without an origin are named', async () => {
  const remotes = { mine: hub, theirs: 'https://github.com/else/app' };
  expect(await finding({ remotes, env: variable })).toEqual({ is: 'several-remotes', remotes: ['mine', 'theirs'] });
});

test("F2 an enterprise's host gets the token of gh, and that of the environment only if the user names the host", async () => {
  const [host, other] = ['github.acme.org', 'git.acme.org'];
  const at = (name: string) => ({ origin: `https://${name}/acme/app` });
  const api = `https://${host}/api/v3`;
  expect(await finding({ remotes: at(host) })).toEqual({ is: 'no-token', host });
  expect(await finding({ remotes: at(host), env: variable })).toEqual({ is: 'no-token', host });
  expect(await finding({ remotes: at(other), env: variable })).toEqual({ is: 'local' });
  expect(await finding({ remotes: at(other), logins: [other] })).toMatchObject({
    is: 'github',
    host: other,
    token,
    api: `https://${other}/api/v3`,
  });
  for (const named of [{ GH_HOST: host }, { GITHUB_SERVER_URL: `https://${host}` }, { GITHUB_API_URL: api }])
    expect(await finding({ remotes: at(host), env: { ...variable, ...named } })).toMatchObject({ is: 'github', api });
  expect(await finding({ remotes: at(host), kind: 'github', env: variable })).toMatchObject({ is: 'github', api });
  expect(await finding({ remotes: at('acme.ghe.com'), env: variable })).toMatchObject({
    api: 'https://api.acme.ghe.com',
  });
});

test('P1, P3 gh is not taken from the repository, and its token is redacted', async () => {
  const repo = scratch();
  repo.git('remote', 'add', 'origin', hub);
  const bin = join(repo.root, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'gh'), '#!/bin/sh\necho planted-token-123\n', { mode: 0o755 });
  const own = programs(repo.root, []);
  const environment = { PATH: `${bin}:${own}` };
  expect(await findForge({ repo: repo.root, kind: undefined, environment })).toMatchObject({ is: 'no-token' });
  programs(repo.root, ['github.com']);
  expect(await findForge({ repo: repo.root, kind: undefined, environment })).toMatchObject({ is: 'github', token });
  expect(ownRedactor().text(`a ${token} b ${Buffer.from(token).toString('hex')}`)).toBe('a [redacted] b [redacted]');
});

test.each([
  ['hangs', 'sleep 60 & wait'],
  ['prints more than one word', 'echo "two words"; echo more'],
  ['prints too much', 'yes'],
  ['fails', 'echo word-1234-of-a-login; exit 1'],
])('P2 a gh that %s counts as no login', async (_, lines) => {
  const repo = scratch();
  const PATH = programs(repo.root, []);
  writeFileSync(join(PATH.split(':')[0] ?? '', 'gh'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  const options = { repo: repo.root, environment: { PATH }, timeoutMs: 300 };
  expect(await askGhForToken('github.com', options)).toBeUndefined();
});
