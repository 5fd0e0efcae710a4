/** `harness issues [start]`: starts the issue loop, or continues the one of this repository. */
import { refusalOf } from '@harness/core/failure/refusal';
import { signalOf } from '@harness/core/issue-loop/signal';
import { messagesFor } from '@harness/core/messages/index';
import { specProblemText } from '@harness/core/subsystems/problem-text';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import { readCommitSpecs } from '@harness/effects/subsystems/commit-specs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { run as resume } from '../../cli/resume.ts';
import { printableList } from '../../render/printable.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';
import { withClaim } from '../../runs/claim.ts';
import { openStore } from '../../runs/folder.ts';
import { endSession } from '../issues-session/end-session.ts';
import { requireLoopText, writeLoopSignal } from '../issues-session/find-loop.ts';
import { findEarlierLoop, findUnfinishedLoop } from './earlier-loop.ts';
import { loopFlags } from './flags.ts';
import { requireSameScope } from './resuming.ts';
import { issuesSettings, loopLeaves } from './settings.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { options, output } = invocation;
  const root = await requireWorkableRoot(resolveRepo(options));
  const store = openStore(root);
  const unfinished = await findUnfinishedLoop(store);
  if (unfinished !== null) return continueLoop({ root, store }, unfinished, invocation);
  const earlier = await findEarlierLoop(root, store);
  const setup = await loadSetup(options, root);
  // Problems that the user can repair alone come first: the specs before any question, the keys of agents last.
  await requireSubsystemSpecs(root, output.language ?? setup.config.language);
  const flags = await loopFlags(root, setup.config, earlier.state, invocation);
  const leaves = loopLeaves(flags.scope, setup.config);
  if (options['allowDirty'] !== true)
    await requireCleanTree(root, (file) => isOfLoop(file, leaves), 'git stash --include-untracked');
  const context = resolveRunSettings(setup, invocation, { workflow: 'issues', task: '' });
  const settings = await issuesSettings(context, flags, output);
  return withClaim(root, 'issues', async (claim) => {
    const other = await findUnfinishedLoop(store); // another process may have started it
    if (other !== null) {
      await claim.release();
      return continueLoop({ root, store }, other, invocation);
    }
    await endSession(root, store, invocation);
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

interface LoopPlace {
  readonly root: string;
  readonly store: JsonlStore;
}

/** A person who starts the loop withdraws an earlier request to stop it. */
async function continueLoop({ root, store }: LoopPlace, unfinished: string, invocation: Invocation): Promise<number> {
  await requireSameScope(store, unfinished, invocation.options);
  const text = requireLoopText(root);
  if (text !== null && signalOf(text) === false) writeLoopSignal(root, text, true);
  return resume({ ...invocation, args: [unfinished] });
}

/** Files that the loop itself leaves in the checkout. */
const isOfLoop = (file: string, leaves: readonly string[]): boolean =>
  leaves.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one));

/** Names all defects of the specs of the last commit at once. */
async function requireSubsystemSpecs(root: string, language: string | undefined): Promise<void> {
  const { defects } = await readCommitSpecs(root, 'HEAD');
  if (defects.length === 0) return;
  const lines = defects.map((one) => specProblemText(messagesFor(language), one));
  throw refusalOf(issuesCodes, 'issues.specs-broken', { problems: printableList(lines) });
}
