/** `harness resume [run]`: continues a run where it stopped, with the settings that it was started with. */
import { userInfo } from 'node:os';
import { moduleCode } from '@harness/core/codes';
import { Refusal } from '@harness/core/failure/refusal';
import type { Entry } from '@harness/core/journal/journal';
import { workflowOf } from '@harness/core/workflows/list';
import { readStoredRun } from '@harness/engine/run-tree';
import { resumeRun } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import type { World } from '@harness/engine/world';
import { requireForgeFor } from '../repository/require-forge.ts';
import { isResumable, readFailedSteps, reopenLanes } from '../run/failed-run.ts';
import { acceptedCommands, sendCommand } from '../run/next-command.ts';
import { runAndConclude } from '../run/start-run.ts';
import { inCheckout } from '../runs/claim.ts';
import { openRepository } from '../runs/folder.ts';
import { findRun, isUnfinished, listRunRows } from '../runs/read-runs.ts';
import { parseAgentFlags } from '../settings/agent-flags.ts';
import { readRaisedCaps } from '../settings/raised-caps.ts';
import { overrideSettings, readSettings } from '../settings/settings.ts';
import type { WorkflowParts } from '../workflow.ts';
import { partsOf } from '../workflows/parts.ts';
import type { Invocation } from './command.ts';

export async function run(invocation: Invocation): Promise<number> {
  const [name] = invocation.args;
  const { root, store } = openRepository(invocation.options);
  const run = rootOf(name === undefined ? await findUnfinished(store) : await findRun(store, name));
  const { log } = await readStoredRun(store, run);
  if (log.ended && (await readFailedSteps(store, run)).length === 0)
    throw new Refusal('run.ended', { run, end: log.ended.end });
  if (workflowOf(log.machine)?.queue) throw new Refusal('run.of-daemon', { run });
  // Resuming a run that waits for the next command is that command.
  if (acceptedCommands(log).includes('resume')) await sendCommand(store, run, 'resume');
  const { resume: resumeParts } = await partsOf(invocation.workflows, log.machine);
  await resumeParts?.before?.({ root, store, run, output: invocation.output });
  return resumeCommand(run, invocation);
}

export async function resumeCommand(
  run: string,
  { options, output: requested, workflows }: Invocation,
): Promise<number> {
  const { root, store } = openRepository(options);
  const { log, entries } = await readStoredRun(store, run);
  const parts = await partsOf(workflows, log.machine);
  const { resume: resumeParts } = parts;
  const [failed] = log.ended ? await readFailedSteps(store, run) : [];
  const { state } = failed ?? log;
  const work = checkoutWork(root, parts, entries);
  const given = {
    ...(await readRaisedCaps(root, run, entries)),
    ...overrideSettings(log.settings, parseAgentFlags(options)),
  };
  const settings = readSettings({ ...log.settings, ...given });
  const output = { ...requested, language: settings.language };
  const [first] = entries;
  if (first?.type === 'started') await requireForgeFor({ root, workflows, machine: log.machine, input: first.input });
  const takeOver = options['takeOver'] === true;
  const changes = (await resumeParts?.changes?.({ root, store, run, entries, state, options, output })) ?? {};
  const by = userInfo().username;
  const foreground = {
    root,
    run,
    workflow: log.machine,
    settings,
    takeOver,
    asksNobody: resumeParts?.asksNobody?.(state) ?? false,
    recordSoFar: readSettings(log.settings).record,
    output,
    workflows,
    // Claims the checkout only now: taking over ends the process that has it.
    drive: (world: World, signal: AbortSignal) =>
      work(async () => {
        const steps = log.ended ? await readFailedSteps(store, run) : []; // again: now this process owns the run
        await reopenLanes(world, steps);
        return resumeRun(world, run, { by, settings: given, changes, failed: steps }, signal);
      }),
  };
  return runAndConclude(foreground).catch(suggestResume(run));
}

/** Runs an action, with a claim on the checkout if the run works in it. */
function checkoutWork(root: string, { worksInCheckout }: WorkflowParts, [first]: readonly Entry[]) {
  const isInside = first?.type === 'started' && worksInCheckout?.(first.input);
  return <T>(act: () => Promise<T>): Promise<T> => (isInside ? inCheckout(root, act) : act());
}

/** Adds the run to a refusal about a named file, so that it suggests `harness resume` with another file. */
const suggestResume = (run: string) => (error: unknown) => {
  if (!(error instanceof Refusal) || !fileRefusals.has(error.code)) throw error;
  throw new Refusal(moduleCode(error.code), { ...error.params, run }, error.exitCode);
};

const fileRefusals: ReadonlySet<string> = new Set(['script.missing', 'record.exists', 'record.unwritable']);

/** The only unfinished run, else the newest run if it failed after its work was done; refuses if there are several. */
async function findUnfinished(store: JsonlStore): Promise<string> {
  const rows = (await listRunRows(store, { children: false })).filter((row) => !workflowOf(row.workflow)?.queue);
  const open = rows.filter(isUnfinished);
  const [first, ...others] = open;
  const [newest] = rows;
  if (!first && newest && (await isResumable(store, newest))) return newest.id;
  if (!first) throw new Refusal('run.none');
  if (others.length > 0)
    throw new Refusal('run.several', { runs: open.map(({ id }) => id).join(', '), first: first.id });
  return first.id;
}
