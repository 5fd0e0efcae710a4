/** Looks at what a checkpoint did to the tests of the base and to what its checks run. It reads, and changes nothing. */
import type { Lane } from '@harness/core/effects/git';
import { type Outcome, ok } from '@harness/core/failure';
import { type Guards, isGuard, type Touched, type Weakened, weakenedBy } from '@harness/core/tests/weakened';
import { gitBytes, gitOrThrow, refusal } from './command.ts';
import { laneFolder } from './lane.ts';
import type { Work } from './work.ts';

interface Args extends Guards {
  readonly lane: Lane;
  readonly checkpoint: string;
}

export async function inspectTests(
  { repo }: Work,
  { lane, checkpoint, ...guards }: Args,
): Promise<Outcome<{ weakened: readonly Weakened[] }>> {
  laneFolder(repo, lane.path); // only a lane is looked at
  const rows = (await rowsBetween(repo, lane.base, checkpoint)).filter(({ path }) => isGuard(path, guards));
  const texts = await textsOf(
    repo,
    rows.flatMap(({ before, after }) => (after === null ? [before] : [before, after])),
  );
  const text = (sha: string) => texts.get(sha) ?? '';
  const touched = rows.map(
    ({ path, newPath, before, after }): Touched => ({
      ...{ path, newPath, before: text(before), after: after === null ? null : text(after) },
    }),
  );
  return ok({ weakened: weakenedBy(touched, guards) });
}

/** A file of the base that is not what it was: the names of its contents, and null for what is gone. */
interface Row {
  readonly path: string;
  readonly newPath: string;
  readonly before: string;
  readonly after: string | null;
}

/** `:100644 100644 <before> <after> M`, then the path; a renamed file has two paths. */
async function rowsBetween(repo: string, base: string, commit: string): Promise<readonly Row[]> {
  const args = ['diff-tree', '-r', '-M', '--raw', '--no-abbrev', '-z', base, commit];
  const fields = (await gitOrThrow(repo, args)).split('\0');
  const rows: Row[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [mode, newMode, before = '', after = '', status = ''] = fields[at]?.split(' ') ?? [];
    const path = fields[at + 1] ?? '';
    const isRenamed = status.startsWith('R');
    const newPath = isRenamed ? (fields[at + 2] ?? '') : path;
    at += isRenamed ? 3 : 2;
    if (status === 'A' || mode === `:${submodule}`) continue;
    rows.push({ path, newPath, before, after: status === 'D' || !isFile(newMode) ? null : after });
  }
  return rows;
}

const submodule = '160000';
/** A test that became a link or a submodule is gone: what it leads to is not in this change. */
const isFile = (mode = '') => mode.startsWith('100');

/** The contents of all these at once; starting git is what takes the time. */
async function textsOf(repo: string, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(shas)];
  if (wanted.length === 0) return new Map();
  const { exitCode, stdout, stderr } = await gitBytes(repo, ['cat-file', '--batch'], {
    input: `${wanted.join('\n')}\n`,
  });
  if (exitCode !== 0) throw refusal({ exitCode, stderr });
  const output = Buffer.from(stdout);
  const texts = new Map<string, string>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [sha = '', , size = '0'] = output.subarray(at, end).toString('latin1').split(' ');
    const bytes = Number(size); // "<sha> missing" has none
    texts.set(sha, Number.isNaN(bytes) ? '' : output.subarray(end + 1, end + 1 + bytes).toString('utf8'));
    at = end + 1 + (Number.isNaN(bytes) ? 0 : bytes + 1);
  }
  return texts;
}
