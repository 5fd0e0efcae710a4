/**
 * Whether a docs folder may be emptied, judged by its letters (W-139, W-140). Where links lead is looked at by `effects`.
 *
 * A session empties one folder, its own, one level below the place for all of them. What is no such folder is left alone.
 */
import { relativePath, validatePath } from '../text/paths.ts';

const docsFaults = [
  'empty', // no slug: it would be the place for all of them
  'absolute',
  'climbing',
  'dot',
  'shallow', // at the root: not below any place
  'base', // the place for all of them
  'memory', // what a team wants to keep
  'owned', // the harness or git keeps it for itself
  'link',
  'outside',
  'file', // not a folder
] as const;
export type DocsFault = (typeof docsFaults)[number];

export function docsFault(docsPath: string): DocsFault | null {
  const segments = docsPath.replaceAll('\\', '/').replace(/\/$/, '').split('/');
  const slug = segments.at(-1) ?? '';
  if (docsPath.trim() === '' || slug.trim() === '') return 'empty';
  const relative = relativePath(docsPath, 'docs path');
  if (!relative.ok) return relative.fault === 'climbing' || relative.fault === 'control' ? 'climbing' : 'absolute';
  if (segments.includes('.') || segments.includes('')) return 'dot';
  const [first = '', second = '', third = ''] = segments.map(folded);
  if (first === '.harness' || segments.some((segment) => gitNames.has(folded(segment)))) return 'owned';
  if (folded(slug) === 'memory' || (first === 'docs' && second === 'harness' && third === 'memory')) return 'memory';
  if (segments.length === 1) return 'shallow';
  return first === 'docs' && second === 'harness' && segments.length === 2 ? 'base' : null;
}

/** A place that a session may have (W-23): one at the root may be used, though it is never emptied. */
export function mayHoldSession(docsPath: string): boolean {
  const fault = docsFault(docsPath);
  return (fault === null || fault === 'shallow') && validatePath(docsPath, 'output_dir').ok;
}

/** The name under which a forgiving file system would find it. */
const folded = (segment: string) =>
  segment
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/^ +|[. ]+$/g, '');

const gitNames = new Set(['.git', 'git~1']);
