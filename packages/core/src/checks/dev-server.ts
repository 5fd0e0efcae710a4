/** The server of the product while it is built: started in the lane, waited for, looked at, stopped (Dd-07). */

import type { Finding } from '../answer-contracts/findings.ts';
import type { Failure } from '../failure/failure.ts';

export interface DevServer {
  /** Empty where the product runs already. */
  readonly command: string;
  /** Where it answers when it is ready. */
  readonly url: string;
  readonly readyTimeoutMs: number;
}

const mostLines = 8;
const mostChars = 1_200;

/**
 * What a server that did not come up says of the change: it was started from the change, so that the fixer is told of it
 * like of a review. Nothing for a failure that no change can repair: a port that somebody else holds (D-68), a machine that
 * starts no process.
 */
export function serverFindings(failure: Failure, { command, url }: DevServer): readonly Finding[] | null {
  const said = saidBy(failure, command, url);
  if (said === null) return null;
  const last = String(failure.params['tail'] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-mostLines);
  const text = [said, ...last].join(' · ').slice(0, mostChars);
  return [{ severity: 'high', file: 'dev-server', line: null, text }];
}

function saidBy({ code, params }: Failure, command: string, url: string): string | null {
  if (code === 'server.died') return `\`${command}\` ended (${params['exitCode']}) while ${url} was needed`;
  if (code === 'server.late') return `\`${command}\` did not answer at ${url} within ${params['timeoutMs']} ms`;
  return null;
}
