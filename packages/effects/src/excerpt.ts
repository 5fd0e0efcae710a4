/** Shortens a text to its two ends, without splitting characters. */
import { StringDecoder } from 'node:string_decoder';

/** The longest start that fits into `max` bytes. */
export const headBytes = (bytes: Buffer, max: number): string =>
  new StringDecoder('utf8').write(bytes.subarray(0, max));

/** The longest end that fits into `max` bytes. */
export function tailBytes(bytes: Buffer, max: number): string {
  const cut = bytes.subarray(Math.max(0, bytes.length - max));
  if (cut.length === bytes.length) return cut.toString('utf8');
  const whole = cut.findIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000);
  return cut.subarray(Math.max(0, whole)).toString('utf8');
}

export const omittedNotice = (omittedBytes: number): string => `\n[… ${omittedBytes} bytes left out …]\n`;

/** Both ends, about `max` bytes together: the important part of an answer or a log is at its start or its end. */
export function excerpt(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const bytes = Buffer.from(text);
  const half = Math.floor(max / 2);
  return `${headBytes(bytes, half)}${omittedNotice(bytes.length - 2 * half)}${tailBytes(bytes, half)}`;
}
