/** Drives the machine of a proof with the real performers, without agents and without an engine. */
import { join } from 'node:path';
import { isWait } from '@harness/core/effects/kinds';
import type { Performer } from '@harness/core/effects/performer';
import type { QuestionInput } from '@harness/core/effects/question';
import type { Effect } from '@harness/core/machine/machine';
import type { ProofJob, ProofResult, ProofState } from '@harness/core/workflows/proof/job';
import { changeProof } from '@harness/core/workflows/proof/machine';
import { checkPerformer } from '@harness/effects/check/performer';
import { proofPerformer } from '@harness/effects/proof/performer';

export interface DrivenProof {
  readonly result: ProofResult;
  /** The last question; `null` if none was asked. */
  readonly asked: QuestionInput | null;
}

/** Every question is answered with `Stop`. */
export async function driveProof(repo: string, job: ProofJob): Promise<DrivenProof> {
  const performers = performersFor(repo);
  let state: ProofState = changeProof.start(job);
  let asked: QuestionInput | null = null;
  for (let moves = 0; ; moves++) {
    const step = changeProof.steps.get(state.at);
    if (step === undefined) return { result: state as ProofResult, asked };
    const answers: Record<string, unknown> = {};
    for (const [name, effect] of Object.entries(step.needs(state))) {
      if (effect.kind === 'question') asked = effect.input as QuestionInput;
      answers[name] = isWait(effect)
        ? { choice: 'Stop', note: '' }
        : await perform(performers, effect, `${moves}/${name}`);
    }
    state = step.next(state, answers);
  }
}

async function perform(performers: readonly Performer<AbortSignal>[], effect: Effect, key: string): Promise<unknown> {
  const performer = performers.find(({ kind }) => kind === effect.kind);
  if (performer === undefined) throw new Error(`No performer of ${effect.kind}`);
  const { outcome } = await performer.perform(effect.input, {
    run: 'proof-run',
    key,
    interrupted: false,
    earlier: undefined,
    signal: new AbortController().signal,
    allowances: () => [],
    note: async () => {},
    report: () => {},
  });
  return outcome;
}

function performersFor(repo: string): readonly Performer<AbortSignal>[] {
  // Runners behave differently with CI, so the results would depend on the machine.
  const environment = { ...process.env, CI: undefined, XDG_CACHE_HOME: join(repo, '../cache') };
  const runFolder = (run: string) => join(repo, '.harness/runs', run);
  return [checkPerformer({ repo, runFolder, environment }), proofPerformer({ repo, runFolder, environment })];
}
