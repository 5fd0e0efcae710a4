/**
 * Reads the state of a session, `autopilot-state.json` (AO-01 to AO-10).
 *
 *   S1. Versions 1 to 5 are read. A field that a version does not have is absent, never invented.
 *   S2. Other shapes are read too: phases keyed by `n` or in an object, and statuses in any case.
 *   S3. Unknown fields stay in the file; a version above 5 is a problem.
 */
import * as z from 'zod';
import { type ReadForm, readJsonForm } from '../validate/json-form.ts';

export const sessionsFolder = '.harness/sessions';
export const sessionStateName = 'autopilot-state.json';
/** Version 1 has one state for the whole repository. */
export const firstStateFile = '.harness/autopilot-state.json';

const states = [
  'INIT',
  'ASSESS',
  'PLAN',
  'APPROVE_PLAN',
  'EXECUTE',
  'VERIFY',
  'INTEGRATE',
  'REVIEW',
  'PHASE_COMPLETE',
  'FINAL_REVIEW',
  'DONE',
] as const;
export type AutopilotStateName = (typeof states)[number];

const phaseStatuses = [
  'pending',
  'awaiting_plan',
  'planning',
  'awaiting_approval',
  'executing',
  'verifying',
  'integrating',
  'reviewing',
  'complete',
  'skipped',
] as const;
export type PhaseStatus = (typeof phaseStatuses)[number];

/** Statuses of other tools, in lower case. */
const otherStatuses: Readonly<Record<string, (typeof phaseStatuses)[number]>> = {
  phase_complete: 'complete',
  completed: 'complete',
  done: 'complete',
  in_progress: 'executing',
  not_started: 'pending',
};

const levels = ['low', 'medium', 'high'] as const;
const lowered = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
const anyCase = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.preprocess(lowered, z.enum(values));

const phaseSchema = z.looseObject({
  name: z.string().optional(),
  status: z.preprocess((value) => toStatus(value), z.enum(phaseStatuses)),
  complexity: anyCase(...levels).optional(),
  complexityOverride: anyCase(...levels).nullish(),
  planPath: z.string().nullish(),
});

const stateSchema = z.looseObject({
  schemaVersion: z.int().min(1).max(5).default(1),
  sessionDir: z.string().optional(),
  specPath: z.string().optional(),
  startingCommit: z.string().nullish(),
  reviewPlans: z.boolean().optional(),
  rigorLevel: anyCase('fast', 'standard', 'thorough').optional(),
  currentState: z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(states)),
  currentPhase: z.int().min(0).default(0),
  phases: z.preprocess(listPhases, z.array(phaseSchema)),
  retryBudget: z.looseObject({}).optional(),
  history: z.array(z.unknown()).optional(),
  decisions: z.array(z.unknown()).optional(),
  finalReview: z.looseObject({}).nullish(),
});

export type AutopilotState = z.infer<typeof stateSchema>;

export const readAutopilotState = (text: string): ReadForm<AutopilotState> => readJsonForm(text, stateSchema);

/** A phase without a status is pending. */
function toStatus(value: unknown): unknown {
  if (value === undefined || value === null) return 'pending';
  if (typeof value !== 'string') return value;
  const status = value.toLowerCase().replaceAll(/[- ]/g, '_');
  return Object.hasOwn(otherStatuses, status) ? otherStatuses[status] : status;
}

/** Phases in their order: as listed, by `n`, or by their keys. */
function listPhases(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(hasNumber) ? value.toSorted((one, other) => one.n - other.n) : value;
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  if (!keys.every((key) => /^\d{1,6}$/.test(key))) return value;
  return keys
    .toSorted((one, other) => Number(one) - Number(other))
    .map((key) => (value as Readonly<Record<string, unknown>>)[key]);
}

const hasNumber = (phase: unknown): phase is { readonly n: number } =>
  typeof phase === 'object' && phase !== null && 'n' in phase && typeof phase.n === 'number';
