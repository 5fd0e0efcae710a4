/** Hashes every file below a folder with its time, including `.git`, to prove that nothing changed. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export const fingerprint = (folder: string): readonly string[] =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort().map((path) => {
    const absolute = join(folder, path);
    const stat = lstatSync(absolute);
    const content = stat.isSymbolicLink() ? readlinkSync(absolute) : stat.isFile() ? readFileSync(absolute) : '';
    return `${path} ${stat.mode} ${stat.mtimeMs} ${createHash('sha256').update(content).digest('hex')}`;
  });
