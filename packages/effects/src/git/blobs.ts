/** Reads the contents of several files of a commit with one process of git. */
import { gitBytes } from './command.ts';

/** The texts in the order of their ids. Bytes that are not UTF-8 are replaced. */
export async function readBlobs(repo: string, ids: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await gitBytes(repo, ['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') });
  let rest = Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength);
  return ids.map(() => {
    const end = rest.indexOf('\n'); // each content comes after its id and its length
    const length = Number(rest.subarray(0, Math.max(0, end)).toString().split(' ')[2] ?? 0);
    const text = rest.subarray(end + 1, end + 1 + length).toString('utf8');
    rest = rest.subarray(end + 2 + length);
    return text;
  });
}
