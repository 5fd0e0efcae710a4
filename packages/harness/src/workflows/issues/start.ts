/** `harness issues [start]`: starts the issue loop, or continues the one of this repository. */
import { signalOf } from '@harness/core/issue-loop/signal';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { run as resume } from '../../cli/resume.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';
import { withClaim } from '../../runs/claim.ts';
import { openStore } from '../../runs/folder.ts';
import { requireLoopText, writeLoopSignal } from '../issues-session/find-loop.ts';
import { findEarlierLoop } from './earlier-loop.ts';
import { loopFlags } from './flags.ts';
import { issuesSettings } from './settings.ts';
import { findUnfinishedLoop } from './unfinished-loop.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { options, output } = invocation;
  const root = await requireWorkableRoot(resolveRepo(options));
  const store = openStore(root);
  const unfinished = await findUnfinishedLoop(store);
  if (unfinished !== null) return goOn(root, unfinished, invocation);
  const earlier = await findEarlierLoop(root, store);
  const setup = await loadSetup(options, root);
  const flags = await loopFlags(root, setup.config, earlier.state, invocation);
  const context = resolveRunSettings(setup, invocation, { workflow: 'issues', task: '' });
  const settings = await issuesSettings(context, flags, output);
  await requireCleanTree(root, (file) => isOfLoop(file, settings.leaves), 'git stash --include-untracked');
  return withClaim(root, 'issues', async (claim) => {
    const other = await findUnfinishedLoop(store); // another process may have started it
    if (other !== null) {
      await claim.release();
      return goOn(root, other, invocation);
    }
    const { project, label } = settings.scope;
    const started = {
      machine: 'issues',
      run: newRunId('issues'),
      title: `${label} issues of ${project}`,
      input: { settings, counters: earlier.counters, ...(earlier.isActive ? {} : { asks: true }) },
    };
    return startRun({ ...context, ...started, claim });
  });
}

/** A person who starts the loop withdraws an earlier request to stop it. */
function goOn(root: string, unfinished: string, invocation: Invocation): Promise<number> {
  const text = requireLoopText(root);
  if (text !== null && signalOf(text) === false) writeLoopSignal(root, text, true);
  return resume({ ...invocation, args: [unfinished] });
}

/** Files that the loop itself leaves in the checkout. */
const isOfLoop = (file: string, leaves: readonly string[]): boolean =>
  leaves.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one));
