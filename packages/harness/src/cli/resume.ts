/** `harness resume [run]`: goes on exactly where a run stopped, with the settings it was started with. */
import { userInfo } from 'node:os';
import { Refusal } from '@harness/core/refusal';
import { isClearingBase } from '@harness/core/workflows/task/base';
import { find } from '@harness/engine/family';
import { resume } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import type { World } from '@harness/engine/world';
import { conclude } from '../conclude.ts';
import { queueWorkflow } from '../daemon/queue-run.ts';
import { flagsIn } from '../flags.ts';
import { storeOf } from '../folder.ts';
import { inFront } from '../front.ts';
import { findRun, rows } from '../look.ts';
import { changedPlan } from '../mission/changed.ts';
import { takeGrants } from '../mission/checkpoints.ts';
import { commandsFor, sayCommand } from '../next-command.ts';
import { rootAround } from '../repository.ts';
import { overriding, readSettings } from '../settings.ts';
import { changedStateFile } from '../task/changed.ts';
import { retireOthers } from '../task/retire.ts';
import type { Invocation } from './command.ts';
import { passesIn } from './passes.ts';
import { repoOf } from './repo.ts';

export async function run(invocation: Invocation): Promise<number> {
  const [name] = invocation.args;
  const store = storeOf(rootAround(repoOf(invocation.options)));
  const run = rootOf(name === undefined ? await unfinished(store) : await findRun(store, name));
  const { log } = await find(store, run);
  if (log.ended) throw new Refusal('run.ended', { run, end: log.ended.end });
  if (log.machine === queueWorkflow) throw new Refusal('run.of-daemon', { run });
  // Whoever resumes a run that waits for the next command has given it.
  if (commandsFor(log).includes('resume')) await sayCommand(store, run, 'resume');
  if (log.machine === 'mission') await takeGrants(rootAround(repoOf(invocation.options)), store, run);
  return goOn(run, invocation);
}

export async function goOn(run: string, { options, output: asked }: Invocation): Promise<number> {
  const root = rootAround(repoOf(options));
  const store = storeOf(root);
  const { log, entries } = await find(store, run);
  const given = overriding(log.settings, flagsIn(options));
  const settings = readSettings({ ...log.settings, ...given });
  const output = { ...asked, language: settings.language };
  const takeOver = options['takeOver'] === true;
  const changes = {
    checks: options['check'],
    passes: passesIn(options['passes']),
    checkTimeoutMs: options['checkTimeoutMs'],
    ...(log.machine === 'task' ? changedStateFile(root, entries, log.state, output.tell) : {}),
    ...(log.machine === 'mission' ? changedPlan(root, entries, log.state) : {}),
  };
  const by = userInfo().username;
  const go = (world: World, signal: AbortSignal) => resume(world, run, { by, settings: given, changes }, signal);
  const asksNobody = log.machine === 'task' && isClearingBase(log.state);
  const { record: recordSoFar } = readSettings(log.settings);
  const front = { root, run, workflow: log.machine, settings, takeOver, asksNobody, recordSoFar, output, go };
  const outcome = await inFront(front).catch(asOfResume(run));
  if (log.machine === 'task') await retireOthers(root, run, output);
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
  const open = (await rows(store, { children: false })).filter(
    ({ status, workflow }) => workflow !== queueWorkflow && ['waiting', 'parked', 'running'].includes(status),
  );
  const [first, ...others] = open;
  if (!first) throw new Refusal('run.none');
  if (others.length > 0)
    throw new Refusal('run.several', { runs: open.map(({ id }) => id).join(', '), first: first.id });
  return first.id;
}
