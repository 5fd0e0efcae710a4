/** Bare `harness`: prints the newest runs and the command that continues the work. */
import type { Question } from '@harness/core/views/questions';
import type { RunRow } from '@harness/core/views/run';
import { workflowOf } from '@harness/core/workflows/list';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { firstAnswerCommand } from '../render/question.ts';
import { printResult } from '../render/screen.ts';
import { openRepository } from '../runs/folder.ts';
import { listRunRows, readOpenQuestions } from '../runs/read-runs.ts';
import type { Invocation, Workflows } from './command.ts';
import { runLine } from './runs.ts';

const maxShown = 5;

export async function run({ options, output, workflows }: Invocation): Promise<number> {
  const { root, store } = openRepository(options);
  const found = await listRunRows(store, { children: false });
  const work = await findWork(root, found, workflows);
  const firstQuestion = async () => (await readOpenQuestions(store, found))[0];
  const failed = await findFailed(store, found);
  const next = output.typed(await nextCommand(found, firstQuestion, work, failed));
  const status = work?.step.text ?? (found.length === 0 ? 'No run in this repository yet.' : '');
  const lines = [
    ...found.slice(0, maxShown).map((row) => runLine(row)),
    ...(found.length > maxShown ? [`  and ${found.length - maxShown} more: harness runs`] : []),
    `${status}\n  next: ${next}`.trimStart(),
  ];
  return printResult(output, { runs: found, next }, () => `${lines.join('\n')}\n`);
}

/** The newest run, if it failed and can be resumed. Its code is loaded only after a failure. */
async function findFailed(store: JsonlStore, [newest]: readonly RunRow[]): Promise<string | undefined> {
  if (newest?.status !== 'failed') return undefined;
  const { isResumable } = await import('../run/failed-run.ts');
  return (await isResumable(store, newest)) ? newest.id : undefined;
}

/** The next step of work that waits in the folder, and the workflow that knows it. */
async function findWork(root: string, found: readonly RunRow[], workflows: Workflows) {
  for (const [id, { nextStep }] of Object.entries(workflows)) {
    const step = await nextStep?.(root, found);
    if (step) return { id, step };
  }
  return undefined;
}

/** In this order: answer a question, resume parked work, show running work, resume failed work, start new work. */
async function nextCommand(
  found: readonly RunRow[],
  firstQuestion: () => Promise<Question | undefined>,
  work: Awaited<ReturnType<typeof findWork>>,
  failed: string | undefined,
): Promise<string> {
  const firstWith = (status: RunRow['status']) => found.find((row) => row.status === status);
  const question = firstWith('waiting') ? await firstQuestion() : undefined;
  if (question) return firstAnswerCommand(question.id, question.input);
  const parked = firstWith('parked');
  const running = firstWith('running');
  // A waiting session names its next step (W-33).
  const isNext = parked ? workflowOf(parked.workflow)?.id === work?.id : running === undefined;
  if (work && isNext) return work.step.command;
  if (parked) return `harness ${workflowOf(parked.workflow)?.queue?.command ?? `resume ${parked.id}`}`;
  if (running) return `harness show ${running.id}`;
  if (failed !== undefined) return `harness resume ${failed}`;
  return found.length === 0 ? 'harness demo' : 'harness converge "<what you want>" --script <file>';
}
