/**
 * Reads the files and the subsystem specs of a commit. Files that an agent left in the checkout have no influence.
 *
 * The specs are read by the hashes of the commit, so that no link, filter or attribute leads elsewhere.
 */
import {
  isSubsystemSpec,
  maxSpecs,
  readSpecs,
  type SpecFile,
  type SpecsRead,
} from '@harness/core/subsystems/read-specs';
import { specsFolder } from '@harness/core/subsystems/subsystem';
import { maxYamlBytes } from '@harness/core/subsystems/yaml-document';
import { readBlobs } from '../git/blobs.ts';
import { gitOrThrow } from '../git/command.ts';

export interface CommitFile {
  readonly path: string;
  /** The hash of its content. */
  readonly id: string;
  readonly bytes: number;
  readonly isLink: boolean;
}

export interface CommitSpecs extends SpecsRead {
  readonly files: readonly CommitFile[];
}

/** Submodules are no files. */
export async function listCommitFiles(repo: string, commit: string): Promise<readonly CommitFile[]> {
  const listed = await gitOrThrow(repo, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  return listed.split('\0').flatMap((row) => {
    const [, mode = '', id = '', bytes = '', path = ''] = /^(\d+) blob (\w+) +(\d+)\t(.*)$/s.exec(row) ?? [];
    return path === '' ? [] : [{ path, id, bytes: Number(bytes), isLink: mode === '120000' }];
  });
}

export async function readCommitSpecs(repo: string, commit: string): Promise<CommitSpecs> {
  const files = await listCommitFiles(repo, commit);
  return { ...readSpecs(await readSpecFiles(repo, files)), files };
}

/** Of more specs than are accepted, the first ones are read. */
async function readSpecFiles(repo: string, files: readonly CommitFile[]): Promise<readonly SpecFile[]> {
  const isLinkOfSpecs = ({ path, isLink }: CommitFile) => isLink && `${path}/`.startsWith(`${specsFolder}/`);
  const specs = files.filter((file) => isSubsystemSpec(file.path) || isLinkOfSpecs(file));
  const readable = specs.filter(
    ({ path, isLink, bytes }) => path.endsWith('.yaml') && !isLink && bytes <= maxYamlBytes,
  );
  const ids = readable.slice(0, maxSpecs).map(({ id }) => id);
  const texts = ids.length === 0 ? [] : await readBlobs(repo, ids);
  const textOf = new Map(ids.map((id, n) => [id, texts[n] ?? '']));
  return specs.map(({ path, id, isLink, bytes }): SpecFile => {
    if (isLink) return { path, content: { is: 'link' } };
    return { path, content: bytes > maxYamlBytes ? { is: 'too-large' } : { is: 'text', text: textOf.get(id) ?? '' } };
  });
}
