/** Writes and verifies one-line JSON documents whose last field `crc` is a checksum of the others. */

/** Loaded on first use: listing ended runs needs no checksum. */
const crc32 = (data: string | Buffer, sum?: number): number => process.getBuiltinModule('node:zlib').crc32(data, sum);

/** `link` is the link of the line before; it becomes the field `prev`. */
export function addChecksum(document: object, link: number): { readonly line: string; readonly link: number } {
  const text = `${JSON.stringify(document).slice(0, -1)},"prev":"${hex(link)}"`;
  const sum = crc32(`${text}}`);
  return { line: `${text},"crc":"${hex(sum)}"}`, link: sum };
}

const hex = (sum: number) => sum.toString(16).padStart(8, '0');
const crcLength = ',"crc":"00000000"}'.length;
const prevLength = ',"prev":"00000000"'.length;

export interface VerifiedLine {
  /** Without its checksums. */
  readonly document: unknown;
  /** Whether it follows the line with the given link. A line of an older version does not say. */
  readonly isNext: boolean;
  readonly link: number;
}

/** `undefined` if the line is not exactly as written. */
export function verifyChecksum(line: string, link: number): VerifiedLine | undefined {
  if (line.slice(-crcLength, -10) !== ',"crc":"' || !line.endsWith('"}')) return undefined;
  const text = line.slice(0, -crcLength);
  const sum = crc32(`${text}}`);
  if (hex(sum) !== line.slice(-10, -2)) return undefined;
  const prev = text.slice(-prevLength);
  // A line without `prev` is of an older version: the next line that has one covers it.
  if (!prev.startsWith(',"prev":"')) return { document: JSON.parse(`${text}}`), isNext: true, link: crc32(text, link) };
  const document: unknown = JSON.parse(`${text.slice(0, -prevLength)}}`);
  return { document, isNext: prev.slice(9, 17) === hex(link), link: sum };
}
