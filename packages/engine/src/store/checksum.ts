/** Writes and verifies one-line JSON documents whose last field `crc` is a checksum. */

/** Loaded on first use: listing ended runs needs no checksum. */
const crc32 = (data: string | Buffer, sum?: number): number => process.getBuiltinModule('node:zlib').crc32(data, sum);

export function addChecksum(document: object): string {
  const text = JSON.stringify(document);
  return `${text.slice(0, -1)},"crc":"${hex(crc32(text))}"}`;
}

const hex = (sum: number) => sum.toString(16).padStart(8, '0');
const tail = ',"crc":"00000000"}'.length;

/** Returns the document without its checksum; `undefined` if the line is not exactly as written. */
export function verifyChecksum(line: string): unknown {
  if (line.slice(-tail, -10) !== ',"crc":"' || !line.endsWith('"}')) return undefined;
  const text = `${line.slice(0, -tail)}}`;
  return hex(crc32(text)) === line.slice(-10, -2) ? JSON.parse(text) : undefined;
}
