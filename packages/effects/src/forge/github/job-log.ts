/** Reads the end of the log of a red Actions job: its report only says that it failed. */
import type { ForgeCheck } from '@harness/core/forge/checks';
import { logExcerpt } from '@harness/core/forge/log-excerpt';
import { ownRedactor } from '../../secret/redactor.ts';
import { ForgeError } from '../forge-error.ts';
import type { GitHubRepo } from './read-pull.ts';

const maxLogChars = 4_000;

/** If the log cannot be read, the detail says why; the colour is still known. */
export async function readJobLog(hub: GitHubRepo, check: ForgeCheck, signal: AbortSignal): Promise<ForgeCheck> {
  const job = /\/actions\/runs\/\d+\/job\/(\d+)/.exec(check.url)?.[1];
  if (job === undefined) return check;
  const { client, owner, repo } = hub;
  const route = 'GET /repos/{owner}/{repo}/actions/jobs/{job}/logs';
  const log = await client.text(route, { owner, repo, job }, signal).then(
    (text) => logExcerpt(ownRedactor().text(text), maxLogChars),
    (error: unknown) => {
      if (!(error instanceof ForgeError)) throw error;
      return `its log cannot be read: ${error.failure.params['detail'] ?? error.failure.code}`;
    },
  );
  return { ...check, detail: `${check.detail}\n\n${log}`.trim() };
}
