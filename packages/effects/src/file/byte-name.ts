/**
 * Represents names of files that are not UTF-8. Node and git would otherwise read a name that does not exist.
 *
 * In such a name, each byte above 127 becomes the character U+DC00 plus the byte. No UTF-8 text contains these characters.
 */
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';

export const nameOfBytes = (bytes: Uint8Array): string =>
  isUtf8(bytes)
    ? Buffer.from(bytes).toString('utf8')
    : Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[\u0080-\u00ff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));

/** The inverse of `nameOfBytes`, also for a text with several names. */
export const bytesOfName = (name: string): Buffer =>
  Buffer.concat(
    name.split(/([\u{dc80}-\u{dcff}])/u).map((part, at) => (at % 2 === 0 ? Buffer.from(part) : byteOf(part))),
  );

const byteOf = (character: string): Buffer => Buffer.of(character.charCodeAt(0) - 0xdc00);

/** A path for the file system, below a folder whose own path is UTF-8. */
export const bytePath = (folder: string, path: string): Buffer => bytesOfName(join(folder, path));

/** Names in the output of a program that ends each with a zero byte, as git does with `-z`. */
export function namesOfBytes(output: Uint8Array): string {
  if (isUtf8(output)) return Buffer.from(output).toString('utf8');
  const fields: string[] = [];
  for (let start = 0; start <= output.length; ) {
    const end = output.indexOf(0, start);
    fields.push(nameOfBytes(output.subarray(start, end < 0 ? output.length : end)));
    start = end < 0 ? output.length + 1 : end + 1;
  }
  return fields.join('\0');
}
