/**
 * Performs `smoke`: starts the product in a clean room of a commit of the lane, checks its addresses, and stops it with all its child processes.
 *
 *   K1. A product that does not start, or exits during the check, has failed. A used port is a separate failure.
 *   K2. A starting product is checked again until its time is over; a wrong answer counts at once.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DevServer } from '@harness/core/checks/dev-server';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { SmokeResult } from '@harness/core/effects/smoke';
import { type Failure, type Outcome, ok } from '@harness/core/failure/failure';
import { urlInLane } from '@harness/core/lane/lane-resources';
import {
  isStillStarting,
  type SmokeAnswer,
  type SmokeTest,
  type SmokeUrl,
  smokeFact,
  smokeProblem,
} from '@harness/core/mission/smoke';
import type { ProductLook } from '@harness/core/trust/product-look';
import type { CommandOptions } from '../check/run-command.ts';
import { type ServerOptions, type ServerRun, withServer } from '../dev-server/server.ts';
import { gitOrThrow } from '../git/command.ts';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withRoom } from '../room/use-room.ts';
import { withRedaction } from '../secret/performer.ts';
import { redactorFor } from '../secret/redactor.ts';
import { probeUrl } from './probe-url.ts';

type Context = PerformContext<AbortSignal>;
type Args = SmokeTest & { readonly cwd: string; readonly commit?: string; readonly isProof?: true };

const pollMs = 200;

/** One test at a time in this process: parallel lanes may use the same port. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const own = last.then(act, act);
  last = own.catch(() => {});
  return own;
}

interface SmokeOptions extends CommandOptions {
  /** Performer of `check`, which installs packages; without it the product runs in the lane itself. */
  readonly check?: Performer<AbortSignal>;
}

export const smokePerformer = (options: SmokeOptions): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'smoke',
      afterCrash: 'repeat', // it changes nothing
      perform: async (input, context) => ({
        outcome: await inTurn(() => runSmokeTest((input as OperationInput).args as Args, context, options)),
      }),
    },
    () => redactorFor(options.environment ?? process.env),
  );

async function runSmokeTest(args: Args, context: Context, options: SmokeOptions): Promise<Outcome<SmokeResult>> {
  const { command, waitMs, cwd } = args;
  const lane = await readLaneResources(options.repo, cwd);
  const urls = args.urls.map((one) => ({ ...one, url: urlInLane(one.url, lane) }));
  const [first] = urls;
  if (command === undefined || first === undefined)
    return ok(toResult(args, await requestAll(urls, performance.now() + waitMs, context.signal)));
  const server = { command, url: first.url, readyTimeoutMs: waitMs };
  const { outcome, log } = await withProduct(server, args, context, options, async (isDown, giveUpAt) =>
    ok(await requestAll(urls, giveUpAt, AbortSignal.any([context.signal, isDown]))),
  );
  if (outcome.ok) return ok(toResult(args, outcome.value, log));
  const said = failureText(outcome.failure, command, first.url);
  return said === null ? outcome : ok({ is: 'failed', said, ...(log ? { log } : {}) });
}

/** Limit of an installation of packages. */
const roomTimeoutMs = 15 * 60_000;

/** In a clean room: an agent may have worked in the lane, and a program there would find packages in the checkout above. */
async function withProduct<Value>(
  server: DevServer,
  { cwd: lane, commit: given, isProof }: Pick<Args, 'cwd' | 'commit' | 'isProof'>,
  context: Context,
  options: SmokeOptions,
  use: (isDown: AbortSignal, giveUpAt: number) => Promise<Outcome<Value>>,
): Promise<ServerRun<Value>> {
  const { repo, sandbox, environment = process.env, check } = options;
  const place = { repo, lane, runFolder: options.runFolder(context.run), sandbox, environment };
  const start = (folder: Pick<ServerOptions, 'cwd' | 'room'>) => {
    const giveUpAt = performance.now() + server.readyTimeoutMs;
    return withServer(server, { ...place, ...folder }, context, (isDown) => use(isDown, giveUpAt));
  };
  if (check === undefined) return start({ cwd: join(repo, lane) });
  const command = async (input: CheckInput) => (await check.perform(input, context)).outcome as Outcome<CheckReport>;
  const result = await toGitOutcome('smoke', repo, async () => {
    const commit = given ?? (await gitOrThrow(join(repo, lane), ['rev-parse', 'HEAD']));
    const room = { cwd: lane, commit, timeoutMs: roomTimeoutMs, ...(isProof ? { isProof } : {}) };
    return withRoom(room, context, { ...options, environment, command }, async ({ cwd, root }) =>
      ok(await start({ cwd, room: root })),
    );
  });
  return result.ok ? result.value : { outcome: result };
}

interface Request {
  readonly expected: SmokeUrl;
  readonly answer: SmokeAnswer;
}

/** All problems, not only the first: one repair of three is cheaper than three. */
function toResult(
  { isProof }: Args,
  requests: readonly Request[],
  log?: Extract<SmokeResult, { is: 'failed' }>['log'],
): SmokeResult {
  const wrong = requests.flatMap(({ expected, answer }) => smokeProblem(expected, answer) ?? []);
  const look = isProof ? { look: lookOf(requests) } : {};
  if (wrong.length === 0) return { is: 'passed', ...look };
  return { is: 'failed', said: wrong.join('\n'), ...(log ? { log } : {}), ...look };
}

function lookOf(requests: readonly Request[]): ProductLook {
  const rows = (isRight: boolean) =>
    requests.flatMap(({ expected, answer }) => {
      const fact = smokeFact(expected, answer);
      const isWanted = (smokeProblem(expected, answer) === undefined) === isRight;
      return fact !== undefined && isWanted ? [[expected.url, fact] as const] : [];
    });
  return { right: Object.fromEntries(rows(true)), wrong: Object.fromEntries(rows(false)) };
}

async function requestAll(urls: readonly SmokeUrl[], giveUpAt: number, over: AbortSignal): Promise<readonly Request[]> {
  const requests: Request[] = [];
  for (const expected of urls) {
    let answer = await probeUrl(expected.url, over);
    while (isStillStarting(answer) && !over.aborted && performance.now() < giveUpAt) {
      await delay(pollMs);
      answer = await probeUrl(expected.url, over);
    }
    requests.push({ expected, answer });
  }
  return requests;
}

/** `null` if the failure says nothing about the product. */
function failureText({ code, params }: Failure, command: string, url: string): string | null {
  const tail = String(params['tail'] ?? '').trim();
  const after = tail === '' ? '' : `\n${tail}`;
  if (code === 'server.died') return `\`${command}\` ended (${params['exitCode']}) while ${url} was needed${after}`;
  if (code === 'server.late') return `\`${command}\` did not answer at ${url} within ${params['timeoutMs']} ms${after}`;
  return null;
}
