/** Asks an address of the product once, as nobody in particular: no redirect is followed, no cookie kept. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { SmokeAnswer } from '@harness/core/mission/smoke';

const answerMs = 10_000;
/** More of a page than this is not looked through. */
const mostBytes = 2_000_000;

export function probeUrl(url: string, signal: AbortSignal): Promise<SmokeAnswer> {
  const isSecure = new URL(url).protocol === 'https:';
  return new Promise((resolve) => {
    const nobody = () => resolve({ status: null, body: '' });
    // A certificate is nobody's concern here: it is the person's own product, and nothing is told to it.
    const options = { agent: false, timeout: answerMs, signal } as const;
    const asked = isSecure ? secure(url, { ...options, rejectUnauthorized: false }) : plain(url, options);
    asked.once('response', (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const told = () => resolve({ status: answer.statusCode ?? null, body: Buffer.concat(parts).toString('utf8') });
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes > mostBytes) answer.destroy();
      });
      answer.once('close', told).once('error', told);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', nobody);
    asked.end();
  });
}
