/** Determines the paths of this machine to hide and to show, once per run: homes, sockets, temporary folders, tools. */

import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type HostMachine, isWithin, type SandboxLayer } from '@harness/core/sandbox/layers';
import { loginPaths, toolFolders, toolVariables } from '@harness/core/sandbox/toolchains';
import { tryOr } from '../file/file-system.ts';

/** Homes of users, and folders with sockets of services: docker, the ssh agent, the desktop. */
const homes = ['/home', '/root', '/Users', '/var/home', '/export/home'];
const services = ['/run', '/var/run'];
const temporary = ['/tmp', '/var/tmp'];
const secrets = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers', '/etc/krb5.keytab'];
const secretFolders = ['/etc/ssh', '/etc/ssl/private', '/etc/sudoers.d', '/var/lib/docker', '/var/spool/cron'];
/** Paths below hidden folders that programs need: name resolution, and tools of some systems. */
const alwaysShown = ['/etc/resolv.conf', '/etc/hosts', '/run/current-system', '/run/wrappers', '/run/opengl-driver'];

export interface ShownPaths {
  /** Folders of the home that stay visible besides those of known tools, with `~` or relative to the home. */
  readonly show: readonly string[];
  /** Installation folder of the harness, with the providers' programs. */
  readonly product: string;
}

export function readHostMachine(environment: NodeJS.ProcessEnv, { show, product }: ShownPaths): HostMachine {
  const home = realPathIfExists(environment['HOME'] || homedir());
  const isHidable = home !== undefined && home !== '/';
  const hiddenHome = isHidable ? home : undefined;
  const shownByUser = show.map((path) => resolve(home ?? '/', path.replace(/^~(?=\/|$)/, home ?? '/')));
  return {
    home: hiddenHome,
    hidden: [...new Set([...homes, ...otherHomes(home), ...services, ...secretFolders].flatMap(asFolder))],
    secrets: secrets.filter((path) => existsSync(path)),
    logins: hiddenHome === undefined ? [] : loginPaths.map((name) => join(hiddenHome, name)).flatMap(asLayer),
    temporary: temporary.flatMap(asFolder),
    shown: [...toolsIn(hiddenHome, environment), ...alwaysShown, product, ...shownByUser].flatMap(
      (path) => realPathIfExists(path) ?? [],
    ),
  };
}

/** Homes of users outside the usual folders. Homes of services are excluded: they may be anything, even `/usr`. */
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

/** Files in `bin` are often links into these folders. */
const besideBin = (folder: string) =>
  basename(folder) === 'bin' ? ['lib', 'libexec', 'lib64'].map((name) => join(dirname(folder), name)) : [];

/** Returns `undefined` if the path does not exist. */
export const realPathIfExists = (path: string): string | undefined =>
  tryOr(() => realpathSync(path), undefined, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP');

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
