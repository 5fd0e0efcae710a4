/**
 * What git is told for a remote at GitHub.
 *
 *   C1. The token reaches git by its environment, bound to one host: it is in no argument and no file.
 *   C2. It goes to the GitHub whose API we ask, on a line that nobody reads along, and to no other host.
 *   C3. Git is not left waiting for a line that is dead, nor for a person.
 */
import { gitOrThrow } from '../../git/command.ts';
import type { Access } from './client.ts';
import { isGitHub, isSafe } from './remote.ts';

/** A remote by ssh or by path authorizes in its own way, also as the user's environment says. */
const ofUser = ['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_SSH_VARIANT'];

export async function gitEnvironment(target: string, remote: string, access: Access): Promise<Record<string, string>> {
  const urls = await Promise.all(
    [[], ['--push']].map((how) => gitOrThrow(target, ['remote', 'get-url', ...how, remote])),
  );
  const origins = new Set(urls.filter((url) => mayHaveToken(url, access.api)).map((url) => new URL(url).origin));
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${access.token}`).toString('base64')}`;
  const settings = [
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ...(origins.size > 0 ? [['credential.helper', '']] : []), // one way to be known, not two
    ...[...origins].map((origin) => [`http.${origin}/.extraHeader`, header]),
  ];
  const pairs = settings.flatMap(([name = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const own = ofUser.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(own), GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(pairs) };
}

const mayHaveToken = (url: string, api: string) =>
  /^https?:/.test(url) && URL.canParse(url) && isSafe(url) && isGitHub(new URL(url).hostname, api);
