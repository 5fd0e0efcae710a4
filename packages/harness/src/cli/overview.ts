/** Bare `harness`: prints the newest runs and the command that continues the work. */
import type { RunRow } from '@harness/core/views/run';
import { workflowOf } from '@harness/core/workflows/list';
import { findRepositoryRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import { listRunRows, readOpenQuestions } from '../runs/read-runs.ts';
import type { Invocation, NextStep, Workflows } from './command.ts';
import { resolveRepo } from './repo.ts';
import { runLine } from './runs.ts';

const maxShown = 5;

export async function run({ options, output, workflows }: Invocation): Promise<number> {
  const root = findRepositoryRoot(resolveRepo(options));
  const store = openStore(root);
  const found = await listRunRows(store, { children: false });
  const work = await findWork(root, found, workflows);
  const firstQuestion = async () => (await readOpenQuestions(store, found))[0];
  const next = output.typed(await nextCommand(found, firstQuestion, work));
  if (output.json) output.say(`${JSON.stringify({ version: 1, runs: found, next })}\n`);
  else {
    for (const row of found.slice(0, maxShown)) output.say(`${runLine(row)}\n`);
    if (found.length > maxShown) output.say(`  and ${found.length - maxShown} more: harness runs\n`);
    const status = work?.step.text ?? (found.length === 0 ? 'No run in this repository yet.' : '');
    output.say(`${status}\n  next: ${next}\n`.trimStart());
  }
  return 0;
}

/** The next step of work that waits in the folder, and the workflow that knows it. */
interface Work {
  readonly id: string;
  readonly step: NextStep;
}

async function findWork(root: string, found: readonly RunRow[], workflows: Workflows): Promise<Work | undefined> {
  for (const [id, { nextStep }] of Object.entries(workflows)) {
    const step = await nextStep?.(root, found);
    if (step) return { id, step };
  }
  return undefined;
}

type FirstQuestion = { readonly id: string; readonly input: { readonly choices: readonly string[] } } | undefined;

/** In this order: answer a question, resume parked work, show running work, start new work. */
async function nextCommand(
  found: readonly RunRow[],
  firstQuestion: () => Promise<FirstQuestion>,
  work: Work | undefined,
): Promise<string> {
  const firstWith = (status: RunRow['status']) => found.find((row) => row.status === status);
  const question = firstWith('waiting') ? await firstQuestion() : undefined;
  if (question) return `harness answer ${question.id} "${question.input.choices[0]}"`;
  const parked = firstWith('parked');
  const running = firstWith('running');
  // A waiting session names its next step (W-33).
  const isNext = parked ? workflowOf(parked.workflow)?.id === work?.id : running === undefined;
  if (work && isNext) return work.step.command;
  if (parked) return `harness ${workflowOf(parked.workflow)?.queue?.command ?? `resume ${parked.id}`}`;
  if (running) return `harness show ${running.id}`;
  return found.length === 0 ? 'harness demo' : 'harness converge "<what you want>" --script <file>';
}
