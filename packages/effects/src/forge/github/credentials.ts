/**
 * Builds the git environment for a remote at GitHub.
 *
 *   C1. Git receives the token through its environment, bound to one host: no argument and no file contains it.
 *   C2. The token is sent only to the GitHub of our API, over a safe connection.
 *   C3. Git never waits for a dead connection or a person.
 */
import { gitOrThrow } from '../../git/command.ts';
import type { Access } from '../../github/client.ts';
import { isGitHub, isSafe } from './remote.ts';

/** A remote by ssh or path uses its own authorization and the user's variables. */
const sshVariables = ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT'];

export async function gitEnvironment(target: string, remote: string, access: Access): Promise<Record<string, string>> {
  const urls = await Promise.all(
    [[], ['--push']].map((how) => gitOrThrow(target, ['remote', 'get-url', ...how, remote])),
  );
  const origins = new Set(urls.filter((url) => mayHaveToken(url, access.api)).map((url) => new URL(url).origin));
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${access.token}`).toString('base64')}`;
  const settings = [
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ...(origins.size > 0 ? [['credential.helper', '']] : []), // use only one way to authorize
    ...[...origins].map((origin) => [`http.${origin}/.extraHeader`, header]),
  ];
  const pairs = settings.flatMap(([name = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const own = sshVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(own), GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(pairs) };
}

const mayHaveToken = (url: string, api: string) =>
  /^https?:/.test(url) && URL.canParse(url) && isSafe(url) && isGitHub(new URL(url).hostname, api);
