/**
 * Performs `smoke`: starts the product in the lane, checks its addresses, and stops it with all its child processes.
 *
 *   K1. A product that does not start, or exits during the check, has failed. A used port is a separate failure.
 *   K2. A starting product is checked again until its time is over; a wrong answer counts at once.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { SmokeResult } from '@harness/core/effects/smoke';
import { type Failure, type Outcome, ok } from '@harness/core/failure/failure';
import { urlInLane } from '@harness/core/lane/lane-resources';
import { isStillStarting, type SmokeTest, type SmokeUrl, smokeProblem } from '@harness/core/mission/smoke';
import type { CheckOptions } from '../check/performer.ts';
import { withServer } from '../dev-server/server.ts';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import { withRedaction } from '../secret/performer.ts';
import { redactorFor } from '../secret/redactor.ts';
import { probeUrl } from './probe-url.ts';

type Context = PerformContext<AbortSignal>;
type Args = SmokeTest & { readonly cwd: string };

const pollMs = 200;

export const smokePerformer = (options: CheckOptions): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'smoke',
      afterCrash: 'repeat', // it changes nothing
      perform: async (input, context) => ({
        outcome: await runSmokeTest((input as OperationInput).args as Args, context, options),
      }),
    },
    () => redactorFor(options.environment ?? process.env),
  );

async function runSmokeTest(args: Args, context: Context, options: CheckOptions): Promise<Outcome<SmokeResult>> {
  const { command, waitMs, cwd } = args;
  const lane = await readLaneResources(options.repo, cwd);
  const urls = args.urls.map((one) => ({ ...one, url: urlInLane(one.url, lane) }));
  const giveUpAt = performance.now() + waitMs;
  const [first] = urls;
  if (command === undefined || first === undefined)
    return ok(toResult(await findProblems(urls, giveUpAt, context.signal)));
  const { repo, sandbox, environment = process.env } = options;
  const runFolder = options.runFolder(context.run);
  const place = { repo, cwd: join(repo, cwd), runFolder, sandbox, environment };
  const server = { command, url: first.url, readyTimeoutMs: waitMs };
  const { outcome, log } = await withServer(server, place, context, async (isDown) =>
    ok(await findProblems(urls, giveUpAt, AbortSignal.any([context.signal, isDown]))),
  );
  if (outcome.ok) return ok(toResult(outcome.value, log));
  const said = failureText(outcome.failure, command, first.url);
  return said === null ? outcome : ok({ is: 'failed', said, ...(log ? { log } : {}) });
}

const toResult = (wrong: readonly string[], log?: Extract<SmokeResult, { is: 'failed' }>['log']): SmokeResult =>
  wrong.length === 0 ? { is: 'passed' } : { is: 'failed', said: wrong.join('\n'), ...(log ? { log } : {}) };

/** All problems, not only the first: one repair of three is cheaper than three. */
async function findProblems(
  urls: readonly SmokeUrl[],
  giveUpAt: number,
  over: AbortSignal,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const url of urls) {
    let answer = await probeUrl(url.url, over);
    while (isStillStarting(answer) && !over.aborted && performance.now() < giveUpAt) {
      await delay(pollMs);
      answer = await probeUrl(url.url, over);
    }
    const why = smokeProblem(url, answer);
    if (why !== undefined) wrong.push(why);
  }
  return wrong;
}

/** `null` if the failure says nothing about the product. */
function failureText({ code, params }: Failure, command: string, url: string): string | null {
  const tail = String(params['tail'] ?? '').trim();
  const after = tail === '' ? '' : `\n${tail}`;
  if (code === 'server.died') return `\`${command}\` ended (${params['exitCode']}) while ${url} was needed${after}`;
  if (code === 'server.late') return `\`${command}\` did not answer at ${url} within ${params['timeoutMs']} ms${after}`;
  return null;
}
