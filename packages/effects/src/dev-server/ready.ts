/** Whether an address answers: whatever it says, somebody is there. */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

const answerMs = 5_000;

export function isAnswering(url: string, signal: AbortSignal): Promise<boolean> {
  const isSecure = new URL(url).protocol === 'https:';
  return new Promise((resolve) => {
    // A certificate is nobody's concern here: it is the person's own server, and nothing is told to it.
    const options = { agent: false, timeout: answerMs, signal } as const;
    const asked = isSecure ? secure(url, { ...options, rejectUnauthorized: false }) : plain(url, options);
    asked.once('response', (answer) => {
      answer.destroy();
      resolve(true);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(false));
    asked.once('close', () => resolve(false));
    asked.end();
  });
}
