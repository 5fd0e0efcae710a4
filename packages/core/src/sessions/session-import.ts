/**
 * Imports the state of a session that another version or tool wrote (A-18, AO-05, AO-10).
 *
 *   I1. Missing fields get the defaults of version 5, and so do retries and findings with impossible values. A file
 *       without a readable state, phase or status is corrupt.
 *   I2. No field of the file gives more retries, a path outside the repository, or a text without a limit.
 *   I3. Unknown fields, and entries that are not understood, are kept for the writer.
 *   I4. A newer version is not touched.
 */
import * as z from 'zod';
import { boundedLine } from '../text/bounded-text.ts';
import { parseJson } from '../text/json.ts';
import { validatePath } from '../text/paths.ts';
import type { FormProblem } from '../validate/json-form.ts';
import type { PlanSignals } from './approval.ts';
import { type AutopilotState, readAutopilotState } from './autopilot-state.ts';
import {
  type FinalReviewRecord,
  type ForeignParts,
  type PhaseRecord,
  type RetryBudget,
  type SessionDecision,
  type SessionDocument,
  type SessionPhase,
  sessionDecisions,
} from './session-document.ts';

export type SessionImport =
  | {
      readonly is: 'read';
      readonly version: number;
      readonly document: SessionDocument;
      readonly foreign: ForeignParts;
    }
  | { readonly is: 'newer'; readonly version: number }
  | { readonly is: 'corrupt'; readonly problems: readonly FormProblem[] };

/** The values of a file that does not state them. */
export interface ImportDefaults {
  readonly sessionDir: string;
  readonly specPath: string;
  /** HEAD, if the history names no earlier commit. */
  readonly startingCommit: string;
}

const newest = 5;

export function importSession(text: string, defaults: ImportDefaults): SessionImport {
  const version = versionIn(text);
  if (version > newest) return { is: 'newer', version };
  const read = readAutopilotState(text);
  if (!read.ok) return { is: 'corrupt', problems: read.problems };
  const state = read.value;
  if (state.phases.length === 0)
    return { is: 'corrupt', problems: [{ code: 'wrong-value', key: 'phases', expected: '>= 1', found: '0' }] };
  const { schemaVersion } = state;
  return { is: 'read', version: schemaVersion, document: toDocument(state, defaults), foreign: foreignParts(state) };
}

function versionIn(text: string): number {
  const version = versionSchema.safeParse(parseJson(text.replace(/^\uFEFF/, '')));
  return version.success ? version.data.schemaVersion : 0;
}
const versionSchema = z.looseObject({ schemaVersion: z.number() });

function toDocument(state: AutopilotState, defaults: ImportDefaults): SessionDocument {
  const { entries: history } = sortEntries(state.history, recordSchema);
  return {
    sessionDir: defaults.sessionDir,
    specPath: state.specPath ?? defaults.specPath,
    startingCommit: commitIn(state.startingCommit) ?? earliestCommit(state.history) ?? defaults.startingCommit,
    reviewPlans: state.reviewPlans ?? false,
    rigorLevel: state.rigorLevel ?? 'standard',
    currentState: state.currentState,
    currentPhase: currentPhaseOf(state),
    phases: state.phases.map(toPhase),
    retryBudget: toRetryBudget(state.retryBudget),
    history,
    decisions: sortEntries(state.decisions, storedDecision).entries,
    finalReview: toFinalReview(state.finalReview),
  };
}

const commitForm = /^[0-9a-f]{7,64}$/;
const commitIn = (value: unknown): string | undefined =>
  typeof value === 'string' && commitForm.test(value) ? value : undefined;

const commitNames = ['startingCommit', 'commit', 'sha'] as const;

function earliestCommit(history: AutopilotState['history'] = []): string | undefined {
  for (const entry of history) {
    const record = z.looseObject({}).safeParse(entry);
    const commit = commitNames.map((name) => commitIn(record.data?.[name])).find((one) => one !== undefined);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

const isFinished = ({ status }: AutopilotState['phases'][number]): boolean =>
  status === 'complete' || status === 'skipped';
const afterPhases: readonly string[] = ['PHASE_COMPLETE', 'FINAL_REVIEW', 'DONE'];

/**
 * A finished phase never runs again, and other tools count from 1: before its end, the current phase is one that is not
 * finished.
 */
function currentPhaseOf({ phases, currentPhase, currentState }: AutopilotState): number {
  const index = Math.min(currentPhase, phases.length - 1);
  if (afterPhases.includes(currentState)) return index;
  const isCounted = phases.every((phase) => typeof phase['n'] === 'number');
  const first = phases.findIndex((phase) => !isFinished(phase));
  const current = phases[index];
  const isPlausible = current !== undefined && !isFinished(current) && !(isCounted && first < index);
  return isPlausible || first < 0 ? index : first;
}

const maxName = 200;

function toPhase(phase: AutopilotState['phases'][number], at: number): SessionPhase {
  const title = phase['title'];
  const name = boundedLine(phase.name ?? (typeof title === 'string' ? title : ''), maxName);
  const raised = phase.complexityOverride ?? null;
  return {
    name: name === '' ? `Phase ${at + 1}` : name,
    complexity: phase.complexity ?? 'medium',
    complexityOverride: raised === 'low' ? null : raised,
    planPath: toPlanPath(phase.planPath ?? ''),
    status: phase.status,
    assessment: null, // the harness computes it from the repository
  };
}

function toPlanPath(value: string): string | null {
  const path = validatePath(value.slice(0, 1_000), 'file_reference');
  return path.ok ? path.path : null;
}

const text = (maxLength: number) => z.string().transform((value) => boundedLine(value, maxLength));
const count = z.int().min(0).max(1_000_000);

const recordSchema = z.object({
  phase: count,
  name: text(maxName),
  startedAt: text(100),
  completedAt: text(100),
  tasksCompleted: count,
  retriesUsed: count,
  verificationPassed: z.boolean(),
  integrationPassed: z.boolean().default(false),
  reviewFindings: z.preprocess((value) => (Array.isArray(value) ? value.length : value), count),
}) satisfies z.ZodType<PhaseRecord>;

const signalsSchema = z.object({
  reviewPlans: z.boolean(),
  highComplexity: z.boolean(),
  complexityOverride: z.enum(['medium', 'high']).nullable(),
  plannerConcerns: z.array(text(2_000)).max(100),
  taskCount: count,
  taskThreshold: count,
  knowledgeGaps: count.nullable().default(null),
}) satisfies z.ZodType<PlanSignals>;

const decisionSchema = z.object({
  phase: count,
  decision: z.enum(sessionDecisions),
  timestamp: text(100),
  signals: signalsSchema.nullable().default(null),
  note: text(2_000).optional(),
});
const storedDecision = decisionSchema.transform(
  ({ note, ...decision }): SessionDecision => (note === undefined ? decision : { ...decision, note }),
);

interface SortedEntries<Entry> {
  readonly entries: readonly Entry[];
  /** Entries of another shape. */
  readonly others: readonly unknown[];
}

function sortEntries<Entry>(values: readonly unknown[] = [], schema: z.ZodType<Entry>): SortedEntries<Entry> {
  const [entries, others]: [Entry[], unknown[]] = [[], []];
  for (const value of values) {
    const read = schema.safeParse(value);
    if (read.success) entries.push(read.data);
    else others.push(value);
  }
  return { entries, others };
}

const maxAttempts = 3;
const taskSchema = z.object({
  name: text(maxName),
  attemptsUsed: z.int().min(0).max(maxAttempts).catch(maxAttempts),
  attempts: z
    .array(z.object({ timestamp: text(100), error: text(2_000), fix: text(2_000), result: text(2_000) }))
    .max(maxAttempts)
    .catch([]),
});

/** An impossible number of used attempts leaves none. */
function toRetryBudget(value: unknown): RetryBudget {
  const read = z.looseObject({ currentTask: taskSchema.nullish() }).safeParse(value);
  return { maxAttempts, currentTask: read.data?.currentTask ?? null };
}

const findingSchema = z.object({
  file: text(1_000),
  line: z.int().min(1).nullable().catch(null),
  severity: z.enum(['critical', 'important', 'suggestion']),
  title: text(maxName),
  rationale: text(2_000).catch(''),
});
const finalSchema = z.looseObject({
  status: z.enum(['pending', 'in_progress', 'passed', 'overridden']).catch('pending'),
  findings: z.array(z.unknown()).catch([]),
  retryCount: z.int().min(0).max(maxAttempts).catch(maxAttempts),
});

function toFinalReview(value: unknown): FinalReviewRecord {
  const { status, findings, retryCount } = finalSchema.safeParse(value).data ?? noFinalReview;
  return { status, findings: sortEntries(findings, findingSchema).entries, retryCount };
}
const noFinalReview = { status: 'pending', findings: [], retryCount: 0 } as const;

const knownFields: readonly string[] = [
  ...['schemaVersion', 'sessionDir', 'specPath', 'startingCommit', 'reviewPlans', 'rigorLevel', 'currentState'],
  ...['currentPhase', 'phases', 'retryBudget', 'history', 'decisions', 'finalReview'],
];
const knownPhaseFields: readonly string[] = [
  ...['name', 'complexity', 'complexityOverride', 'planPath', 'status', 'assessment'],
];

const foreignParts = (state: AutopilotState): ForeignParts => ({
  fields: fieldsExcept(state, knownFields),
  phases: state.phases.map((phase) => fieldsExcept(phase, knownPhaseFields)),
  history: sortEntries(state.history, recordSchema).others,
  decisions: sortEntries(state.decisions, storedDecision).others,
});

const fieldsExcept = (fields: Readonly<Record<string, unknown>>, known: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !known.includes(name)));
