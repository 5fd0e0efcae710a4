/** Reads the subsystem specs of the checkout, as a person edits them. Never through a link, and with limits. */
import { type Dirent, readdirSync } from 'node:fs';
import { maxSpecs, readSpecs, type SpecFile, type SpecsRead } from '@harness/core/subsystems/read-specs';
import { specsFolder } from '@harness/core/subsystems/subsystem';
import { maxYamlBytes } from '@harness/core/subsystems/yaml-document';
import { resolveContained } from '../contained-path.ts';
import { tryOr } from '../file/file-system.ts';
import { readTextFile } from '../plans/text-file.ts';

/** `null` if the repository has no folder of specs. */
export function readCheckoutSpecs(root: string): (SpecsRead & { readonly paths: readonly string[] }) | null {
  const files = filesBelow(root, specsFolder, maxDepth);
  if (files === null) return null;
  return { ...readSpecs(files), paths: files.map(({ path }) => path) };
}

const maxDepth = 4;
const link = { is: 'link' } as const;

/** `null` if there is no folder at this path. */
function filesBelow(root: string, folder: string, depth: number): readonly SpecFile[] | null {
  const contained = resolveContained(root, folder);
  if (!contained.ok) return [{ path: folder, content: link }];
  const entries = entriesOf(contained.path);
  if (entries === 'missing') return null;
  if (entries === 'refused') return [{ path: folder, content: { is: 'unreadable', detail: 'permission denied' } }];
  return entries.slice(0, 2 * maxSpecs).flatMap((entry): readonly SpecFile[] => {
    const path = `${folder}/${entry.name}`;
    if (entry.isSymbolicLink()) return [{ path, content: link }];
    if (entry.isDirectory()) return depth === 0 ? [] : (filesBelow(root, path, depth - 1) ?? []);
    return [{ path, content: contentOf(`${contained.path}/${entry.name}`) }];
  });
}

/** Links, folders and specs. */
function entriesOf(folder: string): readonly Dirent[] | 'missing' | 'refused' {
  const read = () => readdirSync(folder, { withFileTypes: true });
  const found = tryOr<readonly Dirent[] | 'missing' | 'refused'>(
    () => tryOr<readonly Dirent[] | 'missing'>(read, 'missing', 'ENOENT', 'ENOTDIR'),
    'refused',
    'EACCES',
    'EPERM',
  );
  if (typeof found === 'string') return found;
  return found.filter((entry) => entry.isSymbolicLink() || entry.isDirectory() || /\.ya?ml$/.test(entry.name));
}

function contentOf(path: string): SpecFile['content'] {
  const file = readTextFile(path, maxYamlBytes);
  switch (file.is) {
    case 'text':
      return { is: 'text', text: file.text };
    case 'link':
    case 'too-large':
    case 'not-text':
      return { is: file.is };
    case 'refused':
      return { is: 'unreadable', detail: file.detail };
    case 'missing':
    case 'not-a-file':
      return { is: 'unreadable', detail: file.is.replaceAll('-', ' ') };
  }
}
