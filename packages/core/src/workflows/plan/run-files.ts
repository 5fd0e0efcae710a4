/** Computes the view files of one plan run from its journals (DO-07, D-51). */

import { findingText } from '../../answer-contracts/findings.ts';
import type { Entry, EntryOf } from '../../journal/journal.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import { listCalls } from '../../views/calls.ts';
import { iso, isoOrNull } from '../../views/times.ts';
import type { WorkflowLogic } from '../../workflow.ts';
import type { DeliverJob } from '../deliver/job.ts';
import { deliver } from '../deliver/machine.ts';
import type { PhaseJob } from '../phase/job.ts';
import { phase } from '../phase/machine.ts';
import type { PlanJob } from './job.ts';
import { plan } from './machine.ts';
import { latestE2e, passText, readPasses } from './passes.ts';
import { planRoleTable } from './roles/index.ts';

export interface RunFile {
  readonly name: string;
  readonly is:
    | { readonly text: string }
    | { readonly replyOf: { readonly run: string; readonly key: string } }
    | { readonly copyOf: { readonly run: string; readonly path: string } };
}

const replyFileNames: Readonly<Record<string, string>> = {
  'plans.implementer': 'implement.out.md',
  'plans.reviewer': 'review.out.md',
  'plans.ui-reviewer': 'review-ui.out.md',
  'plans.fixer': 'fix.out.md',
  'plans.merge-checker': 'merge.out.md',
};

/** The job of a plan run or of one of its phases; `undefined` for other runs. */
export function planJobIn(first: Entry | undefined): PlanJob | undefined {
  if (first?.type !== 'started') return undefined;
  if (first.machine === plan.id) return first.input as PlanJob;
  return first.machine === phase.id ? (first.input as PhaseJob).plan : undefined;
}

export const runFiles = (tree: RunTree): readonly RunFile[] => [
  { name: 'run.json', is: { text: `${JSON.stringify(runRecord(tree), null, 2)}\n` } },
  ...replyFiles(tree),
  ...readPasses(tree).map((pass) => ({ name: `findings-pass-${pass.number}.md`, is: { text: passText(pass) } })),
  ...e2eFiles(tree),
  ...pullFiles(tree),
  {
    name: 'tokens-used.json',
    is: {
      text: tokenRecords(tree)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    },
  },
];

function runRecord([{ run, entries }]: RunTree) {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  const job = planJobIn(first);
  const phaseName = first?.type === 'started' && first.machine === phase.id ? (first.input as PhaseJob).phase : 'all';
  return {
    version: 1,
    run,
    plan: job?.id,
    title: job?.title,
    phase: phaseName,
    branch: job?.branch,
    base: job?.base,
    startedAt: iso(first?.atMs ?? 0),
    endedAt: isoOrNull(ended?.atMs),
    end: ended?.end ?? null,
  };
}

function replyFiles(tree: RunTree): readonly RunFile[] {
  const newest = new Map<string, RunFile>();
  for (const { run, key, role, endedAtMs } of listCalls(tree)) {
    const name = replyFileNames[role];
    if (name !== undefined && endedAtMs !== null) newest.set(name, { name, is: { replyOf: { run, key } } });
  }
  return [...newest.values()];
}

function e2eFiles(tree: RunTree): readonly RunFile[] {
  const e2e = latestE2e(tree);
  if (e2e === null) return [];
  const { text, log } = e2e;
  return [
    { name: 'e2e-verify.out.md', is: { text } },
    ...(log === null ? [] : [{ name: 'e2e-verify.log', is: { copyOf: log } }]),
  ];
}

function pullFiles(tree: RunTree): readonly RunFile[] {
  const facts = tree.flatMap(pullRequestFactsIn).at(-1);
  const body = tree.flatMap(bodiesIn).at(-1);
  return [
    ...(facts === undefined ? [] : [{ name: 'pr-seed.md', is: { text: pullRequestFactsText(facts) } }]),
    ...(body === undefined ? [] : [{ name: 'pr-body.md', is: { text: body } }]),
  ];
}

/** The facts from which the preparer writes the pull request. */
type PullRequestFacts = Pick<DeliverJob, 'item' | 'title' | 'branch' | 'base' | 'checks' | 'followUps' | 'evidence'>;

const pullRequestFactsText = (facts: PullRequestFacts): string =>
  `${[
    `# ${facts.item} ${facts.title}`,
    `${facts.branch} into ${facts.base}`,
    '## Green checks',
    list(facts.checks.map((command) => `\`${command}\``)),
    '## End to end',
    facts.evidence === null ? 'None.' : `Passed; see \`${facts.evidence}\`.`,
    '## Follow-ups',
    list(facts.followUps.map(findingText)),
  ].join('\n\n')}\n`;

const list = (lines: readonly string[]) => (lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n'));

function pullRequestFactsIn({ entries: [first] }: RunJournal): readonly PullRequestFacts[] {
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

const contextPhaseOf = (role: string) => (planRoleTable as WorkflowLogic['roles'])[role]?.contextPhase ?? null;

/** One record per call with a finished try. */
const tokenRecords = (tree: RunTree) =>
  listCalls(tree)
    .filter(({ tries }) => tries.some(({ endedAtMs }) => endedAtMs !== null))
    .map((call) => ({
      at: iso(call.startedAtMs),
      endedAt: isoOrNull(call.endedAtMs),
      run: call.run,
      key: call.key,
      plan: call.item,
      role: call.role,
      phase: contextPhaseOf(call.role),
      attempt: call.attempt,
      provider: call.provider,
      model: call.model,
      outcome: call.outcome,
      tokens: call.usage,
      costUsd: call.costUsd,
    }));
