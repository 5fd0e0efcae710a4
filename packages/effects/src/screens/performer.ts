/** Performs `screens`: starts the product's server in the lane, takes screenshots in two sizes, and stops it. */

import { join } from 'node:path';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { ScreensInput, ScreensResult } from '@harness/core/effects/screens';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { urlInLane } from '@harness/core/lane/lane-resources';
import { writeArtifact } from '../artifact/store.ts';
import { BrowserError, openBrowser } from '../browser/browser.ts';
import { findBrowser } from '../browser/find.ts';
import type { CommandOptions } from '../check/repository-command.ts';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { type ServerOptions, withServer } from '../dev-server/server.ts';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import { effectMark, endOrphans } from '../process/orphans.ts';
import { withRoom } from '../room/use-room.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { withRedaction } from '../secret/performer.ts';
import { redactorFor } from '../secret/redactor.ts';
import { keepScreenshots } from './keep-screenshots.ts';
import { lookAtPages } from './look-at-pages.ts';
import { viewPages } from './view-pages.ts';

export interface ScreensOptions extends CommandOptions {
  readonly sandbox?: Pick<Sandbox, 'forCheck' | 'forBrowser'> | undefined;
  /** Performer of `check`, which builds the clean room; without it the server runs in the lane. */
  readonly check?: Performer<AbortSignal>;
}

type Context = PerformContext<AbortSignal>;
type Args = ScreensInput & Pick<CheckInput, 'cwd' | 'commit' | 'after' | 'isProof' | 'isSecond'>;

/** Limit of an installation, or of a check whose build outputs were lost. */
const roomTimeoutMs = 15 * 60_000;

export const screensPerformer = (options: ScreensOptions): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'screens',
      afterCrash: 'repeat', // it changes nothing
      perform: async (input, context) => ({
        outcome: await takeScreens((input as OperationInput).args as Args, context, options),
      }),
    },
    () => redactorFor(options.environment ?? process.env),
  );

async function takeScreens(args: Args, context: Context, options: ScreensOptions): Promise<Outcome<ScreensResult>> {
  const { check, environment = process.env } = options;
  context.signal.throwIfAborted();
  const found = findBrowser(environment);
  if (found.is === 'missing') return skipped(context, `${found.detail}; ${found.install}`);
  if (args.commit === undefined || check === undefined || args.server.command === '')
    return takeScreensIn({ cwd: join(options.repo, args.cwd) }, args, context, options);
  const { cwd, commit, after = [], isProof, isSecond } = args;
  const room = { ...(isProof ? { isProof } : {}), ...(isSecond ? { isSecond } : {}) };
  const use = { cwd, commit, after, timeoutMs: roomTimeoutMs, ...room };
  const command = async (input: CheckInput) => (await check.perform(input, context)).outcome as Outcome<CheckReport>;
  const outcome = await withRoom(use, context, { ...options, environment, command }, ({ cwd, root }) =>
    takeScreensIn({ cwd, room: root }, args, context, options),
  );
  if (outcome.ok || outcome.failure.code !== 'git.failed') return outcome;
  return fail('server.unstartable', {
    command: args.server.command,
    detail: String(outcome.failure.params['detail']),
  });
}

async function takeScreensIn(
  folder: Pick<ServerOptions, 'cwd' | 'room'>,
  args: Args,
  context: Context,
  options: ScreensOptions,
): Promise<Outcome<ScreensResult>> {
  const { repo, sandbox, environment = process.env } = options;
  const runFolder = options.runFolder(context.run);
  const lane = await readLaneResources(repo, args.cwd);
  const server = { ...args.server, url: urlInLane(args.server.url, lane) };
  const place = { repo, lane: args.cwd, runFolder, sandbox, environment, ...folder };
  const look = (isDown: AbortSignal) => visitPages({ ...args, server }, place, context, isDown).catch(toFailure);
  const { outcome, log } =
    server.command === ''
      ? await useRunningServer(look, place, context)
      : await withServer(server, place, context, look);
  if (!outcome.ok) return outcome;
  if (outcome.value.is === 'skipped') return skipped(context, outcome.value.why);
  if (!log) throw new Error('a server that was used has a log');
  return ok({ ...outcome.value, log });
}

/** A server that already runs has no log. */
async function useRunningServer(
  look: (isDown: AbortSignal) => Promise<Outcome<ScreensWithoutLog>>,
  { runFolder }: Place,
  { key, signal }: Context,
) {
  return { outcome: await look(signal), log: await writeArtifact(runFolder, `${key}-server.log`, '') };
}

interface Place extends ServerOptions {
  readonly sandbox?: ScreensOptions['sandbox'];
}

type ScreensWithoutLog =
  | Omit<Extract<ScreensResult, { is: 'seen' }>, 'log'>
  | Extract<ScreensResult, { is: 'skipped' }>;

async function visitPages(
  { server, paths, cwd, isProof }: Args,
  { repo, runFolder, sandbox, environment }: Place,
  { run, key, signal }: Context,
  isDown: AbortSignal,
): Promise<Outcome<ScreensWithoutLog>> {
  const mark = effectMark(repo, `${run}/${key}`);
  const over = AbortSignal.any([signal, isDown]);
  const opened = await openBrowser({ mark, signal: over, runFolder, sandbox, environment });
  if (opened.is !== 'open') return ok({ is: 'skipped', why: opened.detail });
  try {
    const pages = await viewPages(opened.browser, server.url, paths);
    const place = { runFolder, key, lane: isProof ? null : join(repo, cwd) };
    const kept = await keepScreenshots(pages, place);
    return ok({ is: 'seen', ...kept, ...(isProof ? { look: lookAtPages(pages) } : {}) });
  } finally {
    await opened.browser.close();
    await endOrphans(mark, []);
  }
}

async function skipped(context: Context, why: string): Promise<Outcome<ScreensResult>> {
  await context.note('screens.skipped', { detail: why });
  return ok({ is: 'skipped', why });
}

/** A dead server and an abort from outside are reported by their callers. */
function toFailure(error: unknown): Outcome<never> {
  if (error instanceof BrowserError) return fail('browser.failed', { detail: error.message });
  if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
  if ((error as Error).name === 'AbortError') return fail('browser.failed', { detail: 'it was cut off' });
  throw error;
}
