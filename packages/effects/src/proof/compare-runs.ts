/** Reads the results of the runs of a proof, and the report of Stryker, from its artifacts. They were written by processes with the agent's code. */
import type { compareRuns, readMutants } from '@harness/core/effects/proof';
import { type Outcome, ok } from '@harness/core/failure/failure';
import { matchesGlob } from '@harness/core/test-guard/glob';
import type { TestResults } from '@harness/core/test-report/results';
import { type NamedTest, type ProofFacts, type RunResult, readFacts } from '@harness/core/trust/facts';
import type { DoneRun } from '@harness/core/trust/proof-run';
import { maxNames } from '@harness/core/trust/reason';
import { readStrykerReport, type TriedMutants } from '@harness/core/trust/stryker-report';
import { readArtifact } from '../artifact/store.ts';
import type { ProofContext } from './context.ts';

type Args = NonNullable<(typeof compareRuns)['args']>;

const maxBytes = 32 * 1024 * 1024;

export async function performCompareRuns(
  { runFolder }: ProofContext,
  { plan, isIsolated, done, changes, acceptance = [] }: Args,
): Promise<Outcome<ProofFacts>> {
  const runs = done.map((run) => withResults(runFolder, run));
  const facts = readFacts(runs, {
    isIsolated,
    files: plan.touchedTests,
    written: plan.written,
    bare: plan.bare,
    emptied: plan.emptied,
    isPromised: (file) => changes.length > 0 && matchesGlob(file, changes),
  });
  const isFirst = ({ file }: NamedTest) => file !== null && acceptance.includes(file);
  const witnesses = [...facts.witnesses.filter(isFirst), ...facts.witnesses.filter((one) => !isFirst(one))];
  return ok(shortened({ ...facts, witnesses }));
}

const withResults = (runFolder: string, { name, again, green, results }: DoneRun): RunResult => ({
  name,
  again,
  green,
  results: results === null ? null : (JSON.parse(readArtifact(runFolder, results, maxBytes)) as TestResults),
});

export const performReadMutants = async (
  { runFolder }: ProofContext,
  { report, ranges, count }: NonNullable<(typeof readMutants)['args']>,
): Promise<Outcome<TriedMutants | null>> =>
  ok(readStrykerReport(readArtifact(runFolder, report, maxBytes), ranges, count));

/** A state stays small; the number of names is enough to start with. */
function shortened(facts: ProofFacts): ProofFacts {
  const few = <Name>(names: readonly Name[]) => names.slice(0, maxNames);
  return {
    ...facts,
    witnesses: few(facts.witnesses),
    redAlone: few(facts.redAlone),
    greenOnBase: few(facts.greenOnBase),
    greenEmptied: few(facts.greenEmptied),
    notRunEmptied: few(facts.notRunEmptied),
    readsCode: few(facts.readsCode),
    notExecuted: few(facts.notExecuted),
    noAssertion: few(facts.noAssertion),
    promises: few(facts.promises),
    weaker: few(facts.weaker),
    flaky: few(facts.flaky),
  };
}
