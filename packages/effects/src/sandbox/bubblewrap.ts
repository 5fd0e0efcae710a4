/**
 * A box in the words of bubblewrap.
 *
 *   B1. Its processes are in a world of their own, which ends when the first of them does, or whoever started it.
 *   B2. They have none of root's powers, also when root starts them: who could mount could undo the layers.
 *   B3. The command stands behind `--`, whole and last.
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

const alone = [
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent', '--new-session'],
  ...['--cap-drop', 'ALL'],
];

export function wrapInBubblewrap({ program, args }: BoxedCommand, wrapping: BubblewrapOptions): BoxedCommand {
  const { bwrap, layers, cwd, isClosed, environment, unset } = wrapping;
  return {
    program: bwrap,
    args: [
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...layers.flatMap(mounted),
      ...layers.filter(({ sight }) => sight === 'closed').flatMap(({ path }) => ['--remount-ro', path]),
      ...alone,
      ...(isClosed ? ['--unshare-net'] : []),
      ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
      ...unset.flatMap((name) => ['--unsetenv', name]),
      ...['--chdir', cwd, '--', program, ...args],
    ],
  };
}

const words: { readonly [Kind in PathAccess]: (layer: SandboxLayer) => readonly string[] } = {
  read: ({ path, source = path }) => ['--ro-bind-try', source, path],
  write: ({ path, source = path }) => ['--bind', source, path],
  empty: ({ path }) => ['--tmpfs', path],
  closed: ({ path }) => ['--tmpfs', path], // closed when all that lies in it is in its place
  blank: ({ path }) => ['--ro-bind', '/dev/null', path],
};

const mounted = (layer: SandboxLayer) => words[layer.sight](layer);
