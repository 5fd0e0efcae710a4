/** The document of `harness show <run> --json` and `GET /runs/:id`, and of one event of a run. */
import * as z from 'zod';
import { agentPersonas } from '../role/agent-persona.ts';
import { questionSchema } from './question.ts';
import { runFields, time, usage, versionSchema } from './run.ts';

const spentAt = { usage, costUsd: z.number(), startedAt: time, endedAt: time.nullable() };
const outcome = z.string().nullable().describe('`ok` or a failure kind; null while it is in flight.');

const call = z
  .object({
    key: z.string(),
    role: z.string(),
    item: z.string().nullable(),
    attempt: z.int(),
    mode: z.enum(['exec', 'review', 'complete']),
    subagentType: z.enum(agentPersonas).optional().describe('The persona of the role; absent if it has none.'),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    resumed: z.boolean().optional(),
    outcome,
    error: z
      .object({
        kind: z.string(),
        detail: z.string(),
        status: z.number().optional(),
        retryAfterMs: z.number().optional(),
      })
      .optional(),
    ...spentAt,
    tries: z.array(z.object({ outcome, ...spentAt })).readonly(),
  })
  .meta({ id: 'Call', description: 'A call of an agent by the workflow, with each try at the provider.' });

const tests = z.object({ tests: z.int(), passed: z.int(), failed: z.int(), skipped: z.int() });

export const checkSchema = z
  .object({
    key: z.string(),
    command: z.string(),
    green: z.boolean().nullable().describe('Null while the check runs.'),
    exitCode: z.int().nullable(),
    startedAt: time,
    endedAt: time.nullable(),
    log: z.string().nullable(),
    tests: tests.nullable(),
    missingBaseTests: z
      .int()
      .nullable()
      .describe('Number of tests of the base if none of them was executed: the check is red whatever its exit code.'),
    isProof: z
      .boolean()
      .describe('The check ran on the base or on a variant of the change, to prove it: red is no fault.'),
  })
  .meta({ id: 'Check' });

const finding = z
  .object({
    severity: z.enum(['critical', 'high', 'medium', 'low']),
    file: z.string(),
    line: z.int().nullable(),
    text: z.string(),
    status: z.enum(['open', 'fixed', 'follow-up']),
  })
  .meta({ id: 'Finding' });

export const userFilesSchema = z
  .object({
    run: z.string(),
    ref: z.string().nullable().describe('Kept ref with changed and untracked files; null if there are none.'),
    copies: z.string().nullable().describe('Folder with copies of ignored files; null if there are none.'),
    restore: z.array(z.string()).readonly().describe('Commands that restore one kept file.'),
    touched: z
      .array(z.object({ path: z.string(), how: z.enum(['changed', 'deleted']), restore: z.string() }))
      .readonly(),
    touchedCount: z.int(),
  })
  .meta({ id: 'UserFiles', description: "The user's own files, kept before the first agent, and those that differ." });

export const unprovenSchema = z
  .object({ run: z.string(), why: z.string(), detail: z.string() })
  .meta({ id: 'UnprovenChecks', description: 'Why green checks of a run are no evidence.' });

export const proofSchema = z
  .object({
    run: z.string().describe('The run of the proof, or the run that says so itself.'),
    item: z.string().nullable().describe('The feature or plan; null for a single change.'),
    verdict: z
      .enum(['witnessed', 'by-kind', 'unwitnessed'])
      .describe('`unwitnessed`: a person accepted the change although nothing shows that it works.'),
    witnesses: z.array(z.string()).readonly().describe('Tests and commands that are red without the change.'),
    why: z
      .array(z.object({ code: z.string(), names: z.array(z.string()).readonly() }))
      .readonly()
      .describe('Why there is no witness; empty if there is one.'),
  })
  .meta({ id: 'Proof', description: 'How a change was proved.' });

const moment = { seq: z.int(), at: time, type: z.string() };

export const event = z.looseObject({ ...moment, version: versionSchema, run: z.string() }).meta({
  id: 'Event',
  description: 'An entry of the journal of a run or of one of its children, as codes and parameters.',
});

export const runDetailsSchema = z
  .object({
    version: versionSchema,
    ...runFields,
    calls: z.array(call).readonly(),
    checks: z.array(checkSchema).readonly(),
    questions: z.array(questionSchema).readonly(),
    commits: z.array(z.object({ sha: z.string(), branch: z.string(), subject: z.string() })).readonly(),
    findings: z.array(finding).readonly(),
    userFiles: z.array(userFilesSchema).readonly(),
    unproven: z.array(unprovenSchema).readonly(),
    proofs: z.array(proofSchema).readonly(),
    unreadable: z.array(z.object({ role: z.string(), answers: z.int(), unreadable: z.int() })).readonly(),
    timeline: z.array(z.looseObject(moment)).readonly(),
  })
  .meta({ id: 'ShownRun', description: 'All details of one run, including its children.' });

export const log = z.object({ version: versionSchema, lines: z.array(z.string()).readonly() }).meta({ id: 'Log' });
