/** Checks whether an address answers, with any status. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

const timeoutMs = 5_000;

export function isAnswering(url: string, signal: AbortSignal): Promise<boolean> {
  const isSecure = new URL(url).protocol === 'https:';
  return new Promise((resolve) => {
    // The certificate is not verified: it is the user's own server, and it receives no data.
    const options = { agent: false, timeout: timeoutMs, signal } as const;
    const request = isSecure ? secure(url, { ...options, rejectUnauthorized: false }) : plain(url, options);
    request.once('response', (answer) => {
      answer.destroy();
      resolve(true);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('close', () => resolve(false));
    request.end();
  });
}
