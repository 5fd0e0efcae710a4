/** Performs `site`: captures pages of a web site, and writes the analysis into the checkout. */

import { realpath } from 'node:fs/promises';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import type { WriteSiteArgs } from '@harness/core/effects/site';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { BrowserError, openBrowser } from '../browser/browser.ts';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { operationPerformer, type RunPlaces } from '../operation-performer.ts';
import { effectMark, endOrphans } from '../process/orphans.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { performCaptureSite } from './capture.ts';
import { performWriteSite } from './write.ts';

export interface SiteOptions extends RunPlaces {
  readonly sandbox?: Pick<Sandbox, 'forBrowser'> | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly now?: () => Date;
}

type Context = PerformContext<AbortSignal>;

/** A capture is repeated after a crash; written files are recognized by their bytes. */
export const sitePerformer = (options: SiteOptions): Performer<AbortSignal> =>
  operationPerformer<Context>({
    kind: 'site',
    name: 'a site',
    repo: options.repo,
    operations: {
      'capture-site': (context, args: Parameters<typeof capture>[2]) => capture(options, context, args),
      'write-site': (context, args: WriteSiteArgs) => write(options, context, args),
    },
    async open(context) {
      context.signal.throwIfAborted();
      return context;
    },
  });

async function capture(
  { repo, runFolder, sandbox, environment, now = () => new Date() }: SiteOptions,
  { run, key, signal }: Context,
  args: { readonly url: string; readonly most: number },
): Promise<Outcome<unknown>> {
  const mark = effectMark(repo, `${run}/${key}`);
  const opened = await openBrowser({
    mark,
    signal,
    runFolder: runFolder(run),
    sandbox,
    ...(environment ? { environment } : {}),
  });
  if (opened.is !== 'open') return fail('browser.missing', { detail: opened.detail });
  try {
    return await performCaptureSite({ browser: opened.browser, runFolder: runFolder(run), key, now }, args);
  } catch (error) {
    if (error instanceof BrowserError) return fail('browser.failed', { detail: error.message });
    throw error;
  } finally {
    await opened.browser.close();
    await endOrphans(mark, []);
  }
}

async function write(
  { repo, runFolder }: SiteOptions,
  { run, interrupted }: Context,
  args: WriteSiteArgs,
): Promise<Outcome<unknown>> {
  const work = { repo: await realpath(repo), run, runFolder: runFolder(run), interrupted };
  return withLaneLock(work.repo, () => performWriteSite(work, args));
}
