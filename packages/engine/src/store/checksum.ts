/** A JSON document on one line, its last field `crc`: who reads it back knows whether it is what was written. */

/** Loaded with the first seal that is looked at: a look at runs that have ended is over before. */
const crc32 = (data: string | Buffer, sum?: number): number => process.getBuiltinModule('node:zlib').crc32(data, sum);

export function addChecksum(document: object): string {
  const text = JSON.stringify(document);
  return `${text.slice(0, -1)},"crc":"${hex(crc32(text))}"}`;
}

const hex = (sum: number) => sum.toString(16).padStart(8, '0');
const tail = ',"crc":"00000000"}'.length;

/** The document without its seal. Nothing for a line that we did not write just so. */
export function verifyChecksum(line: string): unknown {
  if (line.slice(-tail, -10) !== ',"crc":"' || !line.endsWith('"}')) return undefined;
  const text = `${line.slice(0, -tail)}}`;
  return hex(crc32(text)) === line.slice(-10, -2) ? JSON.parse(text) : undefined;
}
