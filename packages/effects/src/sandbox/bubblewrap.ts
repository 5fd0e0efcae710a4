/**
 * Builds the bubblewrap command of a box.
 *
 *   B1. The box has its own process namespace, which ends with its first process or with the parent of the box.
 *   B2. Its processes have no capabilities, even if root starts them: otherwise they could undo the mounts.
 *   B3. The command comes last, after `--`.
 */
import type { PathAccess, SandboxLayer } from '@harness/core/sandbox/layers';
import type { BoxedCommand } from './box.ts';

export interface BubblewrapOptions {
  readonly bwrap: string;
  readonly layers: readonly SandboxLayer[];
  readonly cwd: string;
  readonly isClosed: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly unset: readonly string[];
}

const isolation = [
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent', '--new-session'],
  ...['--cap-drop', 'ALL'],
];

export function wrapInBubblewrap({ program, args }: BoxedCommand, options: BubblewrapOptions): BoxedCommand {
  const { bwrap, layers, cwd, isClosed, environment, unset } = options;
  return {
    program: bwrap,
    args: [
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...layers.flatMap(mountLayer),
      ...layers.filter(({ sight }) => sight === 'closed').flatMap(({ path }) => ['--remount-ro', path]),
      ...isolation,
      ...(isClosed ? ['--unshare-net'] : []),
      ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
      ...unset.flatMap((name) => ['--unsetenv', name]),
      ...['--chdir', cwd, '--', program, ...args],
    ],
  };
}

const mountOptions: { readonly [Kind in PathAccess]: (layer: SandboxLayer) => readonly string[] } = {
  read: ({ path, source = path }) => ['--ro-bind-try', source, path],
  write: ({ path, source = path }) => ['--bind', source, path],
  empty: ({ path }) => ['--tmpfs', path],
  closed: ({ path }) => ['--tmpfs', path], // remounted read-only after the mounts inside it
  blank: ({ path }) => ['--ro-bind', '/dev/null', path],
};

const mountLayer = (layer: SandboxLayer) => mountOptions[layer.sight](layer);
