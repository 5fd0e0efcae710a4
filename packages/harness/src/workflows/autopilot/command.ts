/** `harness autopilot [<spec.md>]`: executes the phases of an approved spec, or continues the session of this spec. */
import { planFolder } from '@harness/core/sessions/plan-file';
import { slug as toSlug } from '@harness/core/text/slug';
import { sentencesOf } from '@harness/core/workflow';
import { autopilotWorkflow } from '@harness/core/workflows/autopilot/workflow';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { run as resume } from '../../cli/resume.ts';
import { requireCleanTree } from '../../repository/clean-tree.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { conclude } from '../../run/conclude.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, type RunContext, resolveRunSettings, startRun } from '../../run/start-run.ts';
import { withClaim } from '../../runs/claim.ts';
import { openStore } from '../../runs/folder.ts';
import { dryRunAutopilot } from './dry-run.ts';
import { completeEndedSession } from './ended-session.ts';
import { autopilotJob } from './job.ts';
import { resumingLine } from './resuming.ts';
import { parseSessionFlags, type SessionFlags } from './settings.ts';
import { readSpec, requireSpecPath, type Spec } from './spec.ts';
import { findStateFile, migrateFirstFile, moveAside, type StateFile } from './state-file.ts';
import { findUnfinishedSession } from './unfinished-session.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { options, output } = invocation;
  const flags = parseSessionFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const [typed] = invocation.args;
  if (options['dryRun'] === true) return dryRunAutopilot(root, await requireSpecPath(typed, output), flags, invocation);
  const earlier = await findUnfinishedSession(root, openStore(root), typed);
  if (earlier !== null) return resume({ ...invocation, args: [earlier] });
  const ended = await completeEndedSession(root, openStore(root), typed);
  if (ended !== null) return conclude({ root, run: ended, output, workflows: invocation.workflows }, endedWell);
  const given = await requireSpecPath(typed, output);
  return startSession(root, given, flags, invocation);
}

const endedWell = { is: 'ended', end: 'done', result: null } as const;

async function startSession(root: string, given: string, flags: SessionFlags, invocation: Invocation): Promise<number> {
  const spec = readSpec(root, given);
  const setup = await loadSetup(invocation.options, root);
  const context = resolveRunSettings(setup, invocation, { workflow: 'autopilot', task: spec.text.slice(0, 2_000) });
  const found = await findStateFile(root, spec);
  const job = await autopilotJob(context, spec, flags, found);
  await requireCleanTree(root, (file) => isOwnPlan(file, spec, found), 'git stash --include-untracked');
  return withClaim(root, 'autopilot', async (claim) => {
    const other = await findUnfinishedSession(root, openStore(root), given); // another process may have started it
    if (other !== null) {
      await claim.release();
      return resume({ ...invocation, args: [other] });
    }
    const notice = await takeStateFile(context, spec, found);
    const started = { machine: 'autopilot', run: newRunId(toSlug(spec.slug)), title: spec.path, input: job };
    return startRun({ ...context, ...started, claim, notice });
  });
}

/** A run that failed at its first call may have left the plan of the session that continues. */
const isOwnPlan = (file: string, { path }: Spec, found: StateFile): boolean =>
  found.is === 'session' && file.startsWith(planFolder(path)) && file.endsWith('-plan.md');

/** Moves the found file, and returns the line about it. */
async function takeStateFile({ root, output }: RunContext, { slug }: Spec, found: StateFile): Promise<string> {
  const words = sentencesOf(autopilotWorkflow, output.language);
  switch (found.is) {
    case 'none':
      return '';
    case 'corrupt':
      return `${words['autopilot.state-moved']({ file: found.file, aside: moveAside(root, found.file) })}\n`;
    case 'session':
      migrateFirstFile(root, found.session);
      return resumingLine(root, slug, found.session.document, output.language);
  }
}
