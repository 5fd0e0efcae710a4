/**
 * Starts a program under the system call filter of a closed box.
 *
 * Node cannot install a filter. Perl can, and most systems have it, because git needs it. Otherwise bubblewrap does it,
 * inside the box, if an ordinary user may nest it. A filter that cannot be installed ends the call.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../process/find.ts';
import { trustedPath } from '../process/trusted-path.ts';
import type { BoxedCommand } from './box.ts';
import { socketFilter } from './socket-filter.ts';

type Wrapper = (filterFile: string, command: BoxedCommand) => BoxedCommand;

const seccompCall = process.arch === 'arm64' ? 277 : 317;

const perlCode = [
  'my ($file, @command) = @ARGV;',
  'open(my $in, "<", $file) or die "filter: $!"; binmode $in; my $filter = do { local $/; <$in> };',
  'my $program = pack("S x6 P", length($filter) / 8, $filter);',
  `syscall(${seccompCall}, 1, 0, $program) == 0 or die "filter: $!";`,
  'exec { $command[0] } @command or die "$command[0]: $!";',
].join(' ');

const byPerl =
  (perl: string): Wrapper =>
  (file, { program, args }) => ({ program: perl, args: ['-e', perlCode, file, program, ...args] });

const byBubblewrap =
  (bwrap: string): Wrapper =>
  (file, { program, args }) => ({
    program: '/bin/sh',
    args: [
      '-c',
      'exec "$0" --unshare-user --dev-bind / / --die-with-parent --seccomp 9 -- "$@" 9< "$FILTER"'.replace(
        '$FILTER',
        file,
      ),
      bwrap,
      program,
      ...args,
    ],
  });

let known: Wrapper | null | undefined;

/** `null` if this machine has no way to install the filter. Tried once, in a box, with a program that does nothing. */
export function findFilterWrapper(bwrap: string): Wrapper | null {
  if (known !== undefined) return known;
  const perl = findProgram('perl', trustedPath());
  const wrappers = [...(perl === undefined ? [] : [byPerl(perl)]), byBubblewrap(bwrap)];
  known = wrappers.find((wrapper) => works(bwrap, wrapper)) ?? null;
  return known;
}

function works(bwrap: string, wrapper: Wrapper): boolean {
  const filter = socketFilter();
  if (filter === undefined) return false;
  const folder = mkdtempSync(join(tmpdir(), 'harness-filter-'));
  try {
    const file = join(folder, 'filter');
    writeFileSync(file, filter);
    const { program, args } = wrapper(file, { program: '/bin/sh', args: ['-c', 'exit 7'] });
    const box = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-pid', '--proc', '/proc', '--cap-drop', 'ALL', '--'];
    return spawnSync(bwrap, [...box, program, ...args], { stdio: 'ignore', timeout: 5_000 }).status === 7;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
