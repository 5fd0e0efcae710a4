/** Requests an address of the product once, without redirects and cookies. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { SmokeAnswer } from '@harness/core/mission/smoke';

const timeoutMs = 10_000;
const maxBytes = 2_000_000;

export function probeUrl(url: string, signal: AbortSignal): Promise<SmokeAnswer> {
  const isSecure = new URL(url).protocol === 'https:';
  return new Promise((resolve) => {
    const noAnswer = () => resolve({ status: null, body: '' });
    // The certificate is not verified: it is the user's own product, and it receives no data.
    const options = { agent: false, timeout: timeoutMs, signal } as const;
    const request = isSecure ? secure(url, { ...options, rejectUnauthorized: false }) : plain(url, options);
    request.once('response', (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const finish = () => resolve({ status: answer.statusCode ?? null, body: Buffer.concat(parts).toString('utf8') });
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes > maxBytes) answer.destroy();
      });
      answer.once('close', finish).once('error', finish);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', noAnswer);
    request.end();
  });
}
