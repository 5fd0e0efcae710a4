/** `harness resume [run]`: goes on exactly where a run stopped, with the settings it was started with. */
import { Refusal } from '@harness/core/refusal';
import { find } from '@harness/engine/family';
import { resume } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import type { World } from '@harness/engine/world';
import { conclude } from '../conclude.ts';
import { storeOf } from '../folder.ts';
import { inFront } from '../front.ts';
import { findRun, rows } from '../look.ts';
import { workableRoot } from '../repository.ts';
import { overrides, readSettings, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { passesIn } from './passes.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [name], options, output: asked }: Invocation): Promise<number> {
  const root = await workableRoot(repoOf(options));
  const store = storeOf(root);
  const run = rootOf(name === undefined ? await unfinished(store) : await findRun(store, name));
  const { log } = await find(store, run);
  if (log.ended) throw new Refusal('run.ended', { run, end: log.ended.end });
  const given = overrides(options);
  const settings = readSettings({ ...log.settings, ...toParams(given) });
  const output = { ...asked, language: settings.language };
  const takeOver = options['takeOver'] === true;
  const changes = {
    checks: options['check'],
    passes: passesIn(options['passes']),
    checkTimeoutMs: options['checkTimeoutMs'],
  };
  const go = (world: World, signal: AbortSignal) => resume(world, run, { settings: toParams(given), changes }, signal);
  const outcome = await inFront({ root, run, settings, takeOver, output, go }).catch(asOfResume(run));
  return conclude(root, run, outcome, output);
}

/** A script that is gone since the run was started: the command that helps is this one, with another script. */
const asOfResume = (run: string) => (error: unknown) => {
  if (!(error instanceof Refusal) || error.code !== 'script.missing') throw error;
  throw new Refusal(error.code, { ...error.params, run });
};

/** The newest unfinished run; with several, the person says which. */
async function unfinished(store: JsonlStore): Promise<string> {
  const open = (await rows(store, { children: false })).filter(
    ({ status }) => status === 'waiting' || status === 'parked' || status === 'running',
  );
  const [first, ...others] = open;
  if (!first) throw new Refusal('run.none');
  if (others.length > 0)
    throw new Refusal('run.several', { runs: open.map(({ id }) => id).join(', '), first: first.id });
  return first.id;
}
