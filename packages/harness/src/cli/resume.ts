/** `harness resume [run]`: goes on exactly where a run stopped, with the settings it was started with. */
import { userInfo } from 'node:os';
import { Refusal } from '@harness/core/failure/refusal';
import { isClearingDocs } from '@harness/core/workflows/task/clear-docs';
import { readStoredRun } from '@harness/engine/run-tree';
import { resumeRun } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import type { World } from '@harness/engine/world';
import { findRepositoryRoot } from '../repository/repository.ts';
import { conclude } from '../run/conclude.ts';
import { runInForeground } from '../run/foreground.ts';
import { acceptedCommands, sendCommand } from '../run/next-command.ts';
import { openStore } from '../runs/folder.ts';
import { findRun, listRunRows } from '../runs/read-runs.ts';
import { parseAgentFlags } from '../settings/agent-flags.ts';
import { overrideSettings, readSettings } from '../settings/settings.ts';
import { parsePasses } from '../workflows/converge/passes.ts';
import { applyGrantFiles } from '../workflows/mission/checkpoints.ts';
import { readEditedPlan } from '../workflows/mission/edited-plan.ts';
import { queueWorkflow } from '../workflows/queue/queue-run.ts';
import { readEditedStateFile } from '../workflows/task/edited-state-file.ts';
import { stopOtherRuns } from '../workflows/task/stop-other-runs.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run(invocation: Invocation): Promise<number> {
  const [name] = invocation.args;
  const store = openStore(findRepositoryRoot(resolveRepo(invocation.options)));
  const run = rootOf(name === undefined ? await unfinished(store) : await findRun(store, name));
  const { log } = await readStoredRun(store, run);
  if (log.ended) throw new Refusal('run.ended', { run, end: log.ended.end });
  if (log.machine === queueWorkflow) throw new Refusal('run.of-daemon', { run });
  // Whoever resumes a run that waits for the next command has given it.
  if (acceptedCommands(log).includes('resume')) await sendCommand(store, run, 'resume');
  if (log.machine === 'mission') await applyGrantFiles(findRepositoryRoot(resolveRepo(invocation.options)), store, run);
  return resumeCommand(run, invocation);
}

export async function resumeCommand(run: string, { options, output: asked }: Invocation): Promise<number> {
  const root = findRepositoryRoot(resolveRepo(options));
  const store = openStore(root);
  const { log, entries } = await readStoredRun(store, run);
  const given = overrideSettings(log.settings, parseAgentFlags(options));
  const settings = readSettings({ ...log.settings, ...given });
  const output = { ...asked, language: settings.language };
  const takeOver = options['takeOver'] === true;
  const changes = {
    checks: options['check'],
    passes: parsePasses(options['passes']),
    checkTimeoutMs: options['checkTimeoutMs'],
    ...(log.machine === 'task' ? readEditedStateFile(root, entries, log.state, output.tell) : {}),
    ...(log.machine === 'mission' ? readEditedPlan(root, entries, log.state) : {}),
  };
  const by = userInfo().username;
  const go = (world: World, signal: AbortSignal) => resumeRun(world, run, { by, settings: given, changes }, signal);
  const asksNobody = log.machine === 'task' && isClearingDocs(log.state);
  const { record: recordSoFar } = readSettings(log.settings);
  const front = { root, run, workflow: log.machine, settings, takeOver, asksNobody, recordSoFar, output, go };
  const outcome = await runInForeground(front).catch(asOfResume(run));
  if (log.machine === 'task') await stopOtherRuns(root, run, output);
  return conclude(root, run, outcome, output);
}

/** What is wrong with a file that was named: the command that helps is this one, with another file. */
const asOfResume = (run: string) => (error: unknown) => {
  if (!(error instanceof Refusal) || !ofFiles.has(error.code)) throw error;
  throw new Refusal(error.code, { ...error.params, run });
};

const ofFiles: ReadonlySet<string> = new Set(['script.missing', 'record.exists', 'record.unwritable']);

/** The newest unfinished run; with several, the person says which. */
async function unfinished(store: JsonlStore): Promise<string> {
  const open = (await listRunRows(store, { children: false })).filter(
    ({ status, workflow }) => workflow !== queueWorkflow && ['waiting', 'parked', 'running'].includes(status),
  );
  const [first, ...others] = open;
  if (!first) throw new Refusal('run.none');
  if (others.length > 0)
    throw new Refusal('run.several', { runs: open.map(({ id }) => id).join(', '), first: first.id });
  return first.id;
}
