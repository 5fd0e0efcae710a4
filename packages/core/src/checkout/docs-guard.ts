/**
 * Decides from its path whether a docs folder may be emptied (W-139, W-140). `effects` checks symbolic links.
 *
 * A session may only empty its own folder, one level below the folder of all sessions.
 */
import { gitNames, normalizeName, relativePath, validatePath } from '../text/paths.ts';

const docsFaults = [
  'empty', // no slug: it would be the folder of all sessions
  'absolute',
  'climbing',
  'dot',
  'shallow', // at the root: not below a folder of sessions
  'base', // the folder of all sessions
  'memory', // kept across sessions
  'owned', // belongs to the harness or to git
  'link',
  'outside',
  'file', // not a folder
] as const;
export type DocsFault = (typeof docsFaults)[number];

export function checkDocsPath(docsPath: string): DocsFault | null {
  const segments = docsPath.replaceAll('\\', '/').replace(/\/$/, '').split('/');
  const slug = segments.at(-1) ?? '';
  if (docsPath.trim() === '' || slug.trim() === '') return 'empty';
  const relative = relativePath(docsPath, 'docs path');
  if (!relative.ok) return relative.fault === 'climbing' || relative.fault === 'control' ? 'climbing' : 'absolute';
  if (segments.includes('.') || segments.includes('')) return 'dot';
  const [first = '', second = '', third = ''] = segments.map(normalizeName);
  if (first === '.harness' || segments.some((segment) => gitNames.has(normalizeName(segment)))) return 'owned';
  if (normalizeName(slug) === 'memory' || (first === 'docs' && second === 'harness' && third === 'memory'))
    return 'memory';
  if (segments.length === 1) return 'shallow';
  return first === 'docs' && second === 'harness' && segments.length === 2 ? 'base' : null;
}

/** Whether a session may use the folder (W-23). A folder at the root may be used, but is never emptied. */
export function mayBeSessionFolder(docsPath: string): boolean {
  const fault = checkDocsPath(docsPath);
  return (fault === null || fault === 'shallow') && validatePath(docsPath, 'output_dir').ok;
}
