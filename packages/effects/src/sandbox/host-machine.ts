/** What this machine has to hide and to show, looked up once a run: homes, sockets, temporary folders, tools. */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type HostMachine, isWithin, type SandboxLayer } from '@harness/core/sandbox/layers';
import { loginPlaces, toolFolders, toolVariables } from '@harness/core/sandbox/toolchains';

/** Where people live, and where services have their sockets: docker's, the ssh agent's, the desktop's. */
const homes = ['/home', '/root', '/Users', '/var/home', '/export/home'];
const services = ['/run', '/var/run'];
const temporary = ['/tmp', '/var/tmp'];
const secrets = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers', '/etc/krb5.keytab'];
const secretFolders = ['/etc/ssh', '/etc/ssl/private', '/etc/sudoers.d', '/var/lib/docker', '/var/spool/cron'];
/** What programs need of a folder that is hidden otherwise: the names of servers, and tools of some systems. */
const needed = ['/etc/resolv.conf', '/etc/hosts', '/run/current-system', '/run/wrappers', '/run/opengl-driver'];

export interface ShownPaths {
  /** Folders of the home that somebody wants to be seen, `~` or relative to it. */
  readonly show: readonly string[];
  /** What the harness itself brings along: its own folder, with the providers' programs in it. */
  readonly product: string;
}

export function readHostMachine(environment: NodeJS.ProcessEnv, { show, product }: ShownPaths): HostMachine {
  const home = realPathIfExists(environment['HOME'] || homedir());
  const isHidable = home !== undefined && home !== '/';
  const below = isHidable ? home : undefined;
  const wanted = show.map((path) => resolve(home ?? '/', path.replace(/^~(?=\/|$)/, home ?? '/')));
  return {
    home: below,
    hidden: [...new Set([...homes, ...otherHomes(home), ...services, ...secretFolders].flatMap(asFolder))],
    secrets: secrets.filter((path) => existsSync(path)),
    logins: below === undefined ? [] : loginPlaces.map((name) => join(below, name)).flatMap(asLayer),
    temporary: temporary.flatMap(asFolder),
    shown: [...toolsIn(below, environment), ...needed, product, ...wanted].flatMap(
      (path) => realPathIfExists(path) ?? [],
    ),
  };
}

/** People who do not live where people usually live. A service's home may be anything, `/usr` too. */
function otherHomes(own: string | undefined): readonly string[] {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  return lines.flatMap((line) => {
    const [, , uid = '', , , home = ''] = line.split(':');
    const isPerson = Number(uid) >= 1_000 && Number(uid) < 65_000;
    return isPerson && home.split('/').length > 2 && home !== own ? [home] : [];
  });
}

function toolsIn(home: string | undefined, environment: NodeJS.ProcessEnv): readonly string[] {
  if (home === undefined) return [];
  const onPath = [dirname(process.execPath), ...(environment['PATH'] ?? '').split(delimiter)].filter(isAbsolute);
  const named = toolVariables.flatMap((name) => environment[name] ?? []);
  return [
    ...toolFolders.map((name) => join(home, name)),
    ...onPath.flatMap((folder) => [folder, ...besideBin(folder)]),
    ...named,
  ].filter((folder) => folder !== home && !isWithin(folder, home));
}

/** What is in `bin` is often a link into one of these. */
const besideBin = (folder: string) =>
  basename(folder) === 'bin' ? ['lib', 'libexec', 'lib64'].map((name) => join(dirname(folder), name)) : [];

/** Nothing for a path that is not there. */
export function realPathIfExists(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}

export const isFileAt = (path: string): boolean => {
  const found = realPathIfExists(path);
  return found !== undefined && lstatSync(found).isFile();
};

function asFolder(path: string): readonly string[] {
  const found = realPathIfExists(path);
  return found !== undefined && lstatSync(found).isDirectory() ? [found] : [];
}

function asLayer(path: string): readonly SandboxLayer[] {
  const found = realPathIfExists(path);
  return found === undefined ? [] : [{ path: found, sight: lstatSync(found).isDirectory() ? 'closed' : 'blank' }];
}
