/**
 * Computes the id of a comment or issue that the harness creates at Linear from the key of its effect: a second try writes
 * the same id, which Linear refuses. Linear asks for the form of a UUID of version 4.
 */
import { createHash } from 'node:crypto';

export function entityId(kind: 'claim' | 'comment' | 'issue', effect: string): string {
  const hash = createHash('sha256').update(`harness ${kind} ${effect}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4];
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
