/** `harness converge "<text>"`: the smallest loop, in a lane of its own. */
import { Refusal } from '@harness/core/refusal';
import { slug } from '@harness/core/slug';
import type { Job } from '@harness/core/workflows/converge/job';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { checksFor, detected } from '../checks.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { inFront } from '../front.ts';
import { workableRoot } from '../repository.ts';
import { newRun } from '../run-name.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { passesIn } from './passes.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [text = ''], options, output: asked }: Invocation): Promise<number> {
  if (text.trim() === '') throw new Refusal('usage.missing-input', { what: 'The task', command: 'converge' });
  const allowed = passesIn(options['passes']);
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const settings = settingsIn({ config, flags, root, workflow: 'converge', task: text });
  const output = { ...asked, language: asked.language ?? settings.language };
  const checks = (options['check'] as readonly string[] | undefined) ?? checksFor(config, detected(root));
  const name = slug(text);
  const job: Job = {
    task: text,
    slug: name,
    checks,
    testFiles: config.checks.testFiles,
    ...(config.checks.reports ? { reports: config.checks.reports } : {}),
    checkTimeoutMs: (options['checkTimeoutMs'] as number | undefined) ?? config.checks.timeoutMs,
    passes: allowed ?? config.agent.maxReviewPasses,
    whenSpent: 'ask',
    roles: { implement: 'converge.implementer', repair: 'converge.implementer', review: ['converge.reviewer'] },
  };
  const beginning = { run: newRun(name), machine: 'converge', title: text, settings: toParams(settings), input: job };
  const go = (world: World, signal: AbortSignal) => {
    if (checks.length === 0) output.tell(noCheck);
    return begin(world, beginning, signal);
  };
  await putAway(root, config.store);
  const outcome = await inFront({
    root,
    run: beginning.run,
    workflow: 'converge',
    settings,
    takeOver: false,
    output,
    go,
  });
  return conclude(root, beginning.run, outcome, output);
}

const noCheck = 'No check command was given or found: only the review decides. Give one with --check "<command>".\n';
