/** Performs `site`: captures pages of a web site, and writes the analysis into the checkout. */
import { realpath } from 'node:fs/promises';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performed, Performer } from '@harness/core/effects/performer';
import type { SiteWriting } from '@harness/core/effects/site';
import { fail, type Outcome } from '@harness/core/failure/failure';
import { BrowserError, openBrowser } from '../browser/browser.ts';
import { OutsideCheckoutError } from '../checkout/context.ts';
import { toGitOutcome } from '../git/git-outcome.ts';
import { withLaneLock } from '../git/lane/lane-lock.ts';
import { effectMark, endOrphans } from '../process/orphans.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { withRedaction } from '../secret/performer.ts';
import { ownRedactor } from '../secret/redactor.ts';
import { captureSite } from './capture.ts';
import { writeSite } from './write.ts';

export interface SiteOptions {
  readonly repo: string;
  runFolder(run: string): string;
  readonly sandbox?: Pick<Sandbox, 'forBrowser'> | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly now?: () => Date;
}

type Context = PerformContext<AbortSignal>;
type Perform = (options: SiteOptions, context: Context, args: never) => Promise<Outcome<unknown>>;

const operations: Readonly<Record<string, Perform>> = { 'capture-site': capture, 'write-site': write };

export const sitePerformer = (options: SiteOptions): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'site',
      afterCrash: 'reconcile', // a capture is repeated; written files are recognized by their bytes
      async perform(input, context): Promise<Performed> {
        const { op, args } = input as OperationInput;
        const perform = operations[op];
        if (perform === undefined) throw new Error(`No such operation of a site: ${op}`);
        context.signal.throwIfAborted();
        return { outcome: await toGitOutcome(op, options.repo, () => perform(options, context, args as never)) };
      },
    },
    ownRedactor,
  );

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
    return await captureSite({ browser: opened.browser, runFolder: runFolder(run), key, now }, args);
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
  args: SiteWriting,
): Promise<Outcome<unknown>> {
  const work = { repo: await realpath(repo), run, runFolder: runFolder(run), interrupted };
  return withLaneLock(work.repo, () => writeSite(work, args)).catch((error: unknown) => {
    if (error instanceof OutsideCheckoutError) return fail('path.outside', { path: error.path });
    throw error;
  });
}
