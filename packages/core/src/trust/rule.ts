/**
 * Decides whether a change is proved. Facts in; `witnessed`, `back` or `ask` out.
 *
 *   T1. A broken promise of the base is a person's decision, before anything else.
 *   T2. A test that proves nothing on purpose or by mistake is sent back by name, also beside a witness.
 *   T3. Work of a kind that has no witness must obey the rule of its kind instead.
 *   T4. A product that behaves differently under a test runner is a person's decision too.
 *   T6. Frozen tests of another role must run, and one of them must witness the change.
 *   T5. Work is sent back once. The next time a person decides, so that no run circles.
 */
import type { ProofFacts } from './facts.ts';
import { type Reason, reason } from './reason.ts';
import type { WorkKind } from './work-kind.ts';

/** Facts that the harness saw itself. */
export interface ChangeFacts {
  readonly kind: WorkKind | null;
  readonly isEmpty: boolean;
  /** Changed files that are no documents; at most a few names. */
  readonly others: readonly string[];
  readonly touchedTests: readonly string[];
  /** Touched files that support tests, such as expected results; at most a few names. */
  readonly testData: readonly string[];
  /** Added lines of the product that read a variable of a test runner, as `file:line: text`. */
  readonly readsRunner: readonly string[];
  readonly hasTestCommand: boolean;
  /** Code of the change that no parser reads. */
  readonly unreadable: readonly string[];
  /** Commands that are red on the base and green on the change. */
  readonly commands: readonly string[];
  /** Addresses of the running product that are right, and show something else on the base. */
  readonly addresses: readonly string[];
  readonly tests: ProofFacts | null;
  /** Frozen test files of another role; empty if there are none. */
  readonly acceptance: readonly string[];
  readonly mutants: MutantFacts;
}

export interface MutantFacts {
  readonly tried: number;
  /** Edits that no test noticed, as `file:line: was → is`. */
  readonly survivors: readonly string[];
  /** Share of the edits that a test must notice. */
  readonly leastKilled: number;
}

export type ProofVerdict =
  | { readonly is: 'witnessed'; readonly by: 'witness' | 'kind' }
  | { readonly is: 'back'; readonly reasons: readonly Reason[] }
  | { readonly is: 'ask'; readonly about: 'promise' | 'witness'; readonly reasons: readonly Reason[] };

export interface RuleOptions {
  /** The work was sent back before. */
  readonly isReturned: boolean;
  /** A person allowed exactly these broken promises. */
  readonly isAllowed: boolean;
}

export function decideProof(facts: ChangeFacts, { isReturned, isAllowed }: RuleOptions): ProofVerdict {
  const promises = facts.tests?.promises ?? [];
  if (promises.length > 0 && !isAllowed) return { is: 'ask', about: 'promise', reasons: [reason('promise', promises)] };
  if (facts.readsRunner.length > 0)
    return { is: 'ask', about: 'witness', reasons: [reason('reads-runner', facts.readsRunner)] };
  const bad = [...kindReasons(facts), ...testReasons(facts), ...acceptanceReasons(facts)];
  if (bad.length === 0 && hasWitness(facts)) return { is: 'witnessed', by: facts.kind === null ? 'witness' : 'kind' };
  const reasons = bad.length > 0 ? bad : missingWitness(facts);
  if (isReturned || facts.kind === 'config') return { is: 'ask', about: 'witness', reasons }; // T5
  return { is: 'back', reasons };
}

/** T3: the kinds obey rules, work without a kind needs a witness. */
function hasWitness({ kind, tests, commands, addresses, mutants }: ChangeFacts): boolean {
  const hasDifference = commands.length > 0 || addresses.length > 0;
  switch (kind) {
    case 'docs':
    case 'refactor':
      return true;
    case 'tests':
      return mutants.tried > 0;
    case 'config':
      return hasDifference;
    case null:
      return hasDifference || (tests?.witnesses.length ?? 0) > 0;
  }
}

function kindReasons({ kind, isEmpty, others, touchedTests, testData, mutants }: ChangeFacts): readonly Reason[] {
  if (isEmpty) return [reason('empty')];
  switch (kind) {
    case 'docs':
      return others.length + testData.length > 0 ? [reason('not-only-documents', [...others, ...testData])] : [];
    case 'refactor':
      return touchedTests.length + testData.length > 0 ? [reason('tests-touched', [...touchedTests, ...testData])] : [];
    case 'tests':
      return mutants.tried === 0 ? [reason('no-mutants')] : [];
    case 'config':
      return [];
    case null:
      return others.length === 0 ? [reason('only-documents')] : [];
  }
}

/** T2. */
function testReasons({ kind, tests, mutants, unreadable }: ChangeFacts): readonly Reason[] {
  if (tests === null || kind === 'docs') return [];
  const rows = [
    reason('unreadable', unreadable),
    reason('red-alone', tests.redAlone),
    reason('not-executed', tests.notExecuted),
    reason('no-assertion', tests.noAssertion),
    reason('weaker', tests.weaker),
  ].filter(({ names }) => names.length > 0);
  const unreported = tests.isUnreported ? [reason('no-report')] : [];
  const { tried, survivors, leastKilled } = mutants;
  const isWeak = tried > 0 && (tried - survivors.length) / tried < leastKilled;
  return [...unreported, ...rows, ...(isWeak ? [reason('survivors', survivors)] : [])];
}

/** T6. A witness without a file has results without files, or none at all: then it stands for all tests. */
function acceptanceReasons({ kind, tests, acceptance }: ChangeFacts): readonly Reason[] {
  if (acceptance.length === 0 || kind !== null) return [];
  const isAccepted = (tests?.witnesses ?? []).some(({ file }) => file === null || acceptance.includes(file));
  return isAccepted ? [] : [reason('not-accepted', acceptance)];
}

/** Why the touched tests are no witness. */
function missingWitness({ kind, tests, touchedTests, hasTestCommand }: ChangeFacts): readonly Reason[] {
  if (kind === 'config') return [reason('no-difference')];
  const rows = [
    reason('flaky', tests?.flaky ?? []),
    reason('green-on-base', tests?.greenOnBase ?? []),
    reason('green-emptied', tests?.greenEmptied ?? []),
    reason('not-run-emptied', tests?.notRunEmptied ?? []),
    reason('reads-code', tests?.readsCode ?? []),
  ].filter(({ names }) => names.length > 0);
  if (rows.length > 0) return rows;
  if (!hasTestCommand) return [reason('no-command')];
  return [touchedTests.length === 0 ? reason('no-test') : reason('not-executed', touchedTests)];
}
