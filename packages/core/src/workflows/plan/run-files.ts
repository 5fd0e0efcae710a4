/**
 * The files that tell of one run of a plan (DO-07, D-51): what was answered, what was found in each pass, how the
 * end-to-end run went, the body of the pull request, and what each call used. A fold over its journals, like every view:
 * whoever finds a file wrong finds the truth in the journal.
 */

import type { Entry, EntryOf } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import { calls } from '../../views/calls.ts';
import { iso, isoOrNull } from '../../views/times.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { DeliverJob } from '../deliver/job.ts';
import { deliver } from '../deliver/machine.ts';
import type { PhaseJob } from '../phase/job.ts';
import { phase } from '../phase/machine.ts';
import type { PlanJob } from './job.ts';
import { plan } from './machine.ts';
import { latestE2e, passes, passText } from './passes.ts';
import { type PullRequestFacts, pullRequestFactsText } from './pull-request-facts.ts';
import { planRoleTable } from './roles/index.ts';

/** A file by its name, and what is in it: a text, the reply of a call, or an artifact as it is. */
export interface RunFile {
  readonly name: string;
  readonly is:
    | { readonly text: string }
    | { readonly replyOf: { readonly run: string; readonly key: string } }
    | { readonly copyOf: { readonly run: string; readonly path: string } };
}

/** Whose reply lies in which file. */
const replies: Readonly<Record<string, string>> = {
  'plans.implementer': 'implement.out.md',
  'plans.reviewer': 'review.out.md',
  'plans.ui-reviewer': 'review-ui.out.md',
  'plans.fixer': 'fix.out.md',
  'plans.merge-checker': 'merge.out.md',
};

/** The job of the plan that a journal is about; nothing for every other run. */
export function planJobIn(first: Entry | undefined): PlanJob | undefined {
  if (first?.type !== 'started') return undefined;
  if (first.machine === plan.id) return first.input as PlanJob;
  return first.machine === phase.id ? (first.input as PhaseJob).plan : undefined;
}

/** `family` is the run of a plan, or of one of its phases, and its children. */
export const runFiles = (family: RunTree): readonly RunFile[] => [
  { name: 'run.json', is: { text: `${JSON.stringify(about(family), null, 2)}\n` } },
  ...replyFiles(family),
  ...passes(family).map((pass) => ({ name: `findings-pass-${pass.number}.md`, is: { text: passText(pass) } })),
  ...e2eFiles(family),
  ...pullFiles(family),
  {
    name: 'tokens-used.json',
    is: {
      text: tokens(family)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    },
  },
];

function about([{ run, entries }]: RunTree) {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  const job = planJobIn(first);
  const of = first?.type === 'started' && first.machine === phase.id ? (first.input as PhaseJob).phase : 'all';
  return {
    version: 1,
    run,
    plan: job?.id,
    title: job?.title,
    phase: of,
    branch: job?.branch,
    base: job?.base,
    startedAt: iso(first?.atMs ?? 0),
    endedAt: isoOrNull(ended?.atMs),
    end: ended?.end ?? null,
  };
}

/** The newest reply of each role. */
function replyFiles(family: RunTree): readonly RunFile[] {
  const newest = new Map<string, RunFile>();
  for (const { run, key, role, endedAtMs } of calls(family)) {
    const name = replies[role];
    if (name !== undefined && endedAtMs !== null) newest.set(name, { name, is: { replyOf: { run, key } } });
  }
  return [...newest.values()];
}

function e2eFiles(family: RunTree): readonly RunFile[] {
  const e2e = latestE2e(family);
  if (e2e === null) return [];
  const { text, log } = e2e;
  return [
    { name: 'e2e-verify.out.md', is: { text } },
    ...(log === null ? [] : [{ name: 'e2e-verify.log', is: { copyOf: log } }]),
  ];
}

function pullFiles(family: RunTree): readonly RunFile[] {
  const seed = family.flatMap(seedIn).at(-1);
  const body = family.flatMap(bodiesIn).at(-1);
  return [
    ...(seed === undefined ? [] : [{ name: 'pr-seed.md', is: { text: pullRequestFactsText(seed) } }]),
    ...(body === undefined ? [] : [{ name: 'pr-body.md', is: { text: body } }]),
  ];
}

/** What the preparer is to make a body of. */
function seedIn({ entries: [first] }: RunJournal): readonly PullRequestFacts[] {
  if (first?.type !== 'started') return [];
  if (first.machine === deliver.id) return [first.input as DeliverJob];
  const job = first.input as PhaseJob;
  if (first.machine !== phase.id || job.phase !== 'prepare-pr') return [];
  const { id: item, title, branch, base } = job.plan;
  return [{ item, title, branch, base, checks: job.checks, followUps: job.review.followUps, evidence: null }];
}

const bodiesIn = ({ entries }: RunJournal): readonly string[] =>
  entries
    .filter((entry): entry is EntryOf<'moved'> => entry.type === 'moved')
    .map(({ state }) => state as { at: string; body?: unknown })
    .flatMap(({ at, body }) => (['pushing', 'prepared'].includes(at) && typeof body === 'string' ? [body] : []));

const phaseOf = (role: string) => (planRoleTable as WorkflowLogic['roles'])[role]?.contextPhase ?? null;

/** One record a call, as far as it was tried. */
const tokens = (family: RunTree) =>
  calls(family)
    .filter(({ tries }) => tries.some(({ endedAtMs }) => endedAtMs !== null))
    .map((call) => ({
      at: iso(call.startedAtMs),
      endedAt: isoOrNull(call.endedAtMs),
      run: call.run,
      key: call.key,
      plan: call.item,
      role: call.role,
      phase: phaseOf(call.role),
      attempt: call.attempt,
      provider: call.provider,
      model: call.model,
      outcome: call.outcome,
      tokens: call.usage,
      costUsd: call.costUsd,
    }));
