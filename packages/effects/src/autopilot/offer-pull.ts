/**
 * Pushes the branch of the session and opens a pull request. Nothing is merged, and nothing is forced.
 *
 *   OP1. Every refusal of the forge is an answer with its reason, so that a person can repair the access and ask again.
 *   OP2. A repeat finds its own pull request by the mark of the effect.
 */

import type { OfferedPull, offerPull } from '@harness/core/effects/autopilot';
import type { ArgsOf } from '@harness/core/effects/operation';
import { type Failure, type Outcome, ok } from '@harness/core/failure/failure';
import { boundedLine } from '@harness/core/text/bounded-text';
import { slug as toSlug } from '@harness/core/text/slug';
import { headBranch } from '../checkout/branch.ts';
import type { Forge, ForgeTask } from '../forge/forge.ts';
import { ForgeError } from '../forge/forge-error.ts';
import { git, gitOrThrow } from '../git/command.ts';
import { branchRef } from '../git/lane/branch-ownership.ts';
import { ownRedactor } from '../secret/redactor.ts';
import type { AutopilotContext } from './context.ts';

type Args = ArgsOf<typeof offerPull>;

export async function performOfferPull(
  work: AutopilotContext,
  args: Args,
  openForge: () => Promise<Forge>,
): Promise<Outcome<OfferedPull>> {
  const current = await headBranch(work.repo);
  const { lane } = args;
  if (current !== lane.branch)
    return refused(`the checkout is on ${current ?? 'no branch'}; the session works on ${lane.branch}`);
  try {
    return ok(await pushAndOpen(work, args, await openForge()));
  } catch (error) {
    if (error instanceof ForgeError) return refused(reasonOf(error.failure));
    throw error;
  }
}

async function pushAndOpen(work: AutopilotContext, args: Args, forge: Forge): Promise<OfferedPull> {
  const { repo, run, key, signal, context } = work;
  const { base, lane, since } = args;
  const task: ForgeTask = { effect: `${run}/${key}`, run, key, signal, context };
  const head = await gitOrThrow(repo, ['rev-parse', '--verify', '--quiet', `${branchRef(lane.branch)}^{commit}`]);
  const branch = lane.branch === base ? await ownBranch(repo, args.slug) : lane.branch;
  await forge.push({ branch, commit: head }, task);
  const clean = ownRedactor();
  const opened = await forge.open(
    {
      branch,
      base,
      head,
      title: clean.text(args.title),
      body: clean.text(args.body),
      ...(lane.branch === base ? { since } : {}),
    },
    task,
  );
  if (opened.is === 'open') return { is: 'open', pull: opened.pull, url: opened.url, branch };
  return { is: 'refused', because: `pull request ${opened.pull} of ${branch} is merged already` };
}

/** The slug of a session may contain characters that no branch may have. */
async function ownBranch(repo: string, slug: string): Promise<string> {
  const checked = await git(repo, ['check-ref-format', '--branch', `harness/${slug}`]);
  return `harness/${checked.exitCode === 0 ? slug : toSlug(slug)}`;
}

const maxReason = 500;
const refused = (because: string): Outcome<OfferedPull> =>
  ok({ is: 'refused', because: boundedLine(because, maxReason) });

function reasonOf({ code, params }: Failure): string {
  const { detail, branch, found } = params;
  if (code === 'forge.branch-moved') return `${branch} has other commits at the forge: it is at ${found}`;
  return typeof detail === 'string' && detail !== '' ? detail : code;
}
