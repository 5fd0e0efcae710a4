/** Everything below a folder to the byte, git's own files and times included: to say that nothing was touched. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export const fingerprint = (folder: string): readonly string[] =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort().map((path) => {
    const whole = join(folder, path);
    const stat = lstatSync(whole);
    const content = stat.isSymbolicLink() ? readlinkSync(whole) : stat.isFile() ? readFileSync(whole) : '';
    return `${path} ${stat.mode} ${stat.mtimeMs} ${createHash('sha256').update(content).digest('hex')}`;
  });
