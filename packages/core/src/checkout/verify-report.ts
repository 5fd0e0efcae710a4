/**
 * `verify_report.md` and the line about it (WO-03, WO-07).
 *
 *   V1. Exit codes decide; this only words what they said.
 *   V2. The line of a FAIL is about the first block that failed.
 *   V3. What was skipped has no influence, and is said to be skipped.
 */
import { type ReportArgs, type ReportResult, type StepResult, verifySteps } from '../effects/checkout.ts';
import type { Todo } from './todo.ts';
import { type Block, productsBlocks, scanBlock, scopeBlock, stepBlock } from './verify-block.ts';

export interface VerifyFacts extends Omit<ReportArgs, 'docsPath' | 'changed'> {
  /** ISO 8601. */
  readonly at: string;
  readonly todos: readonly Todo[];
  /** The changed files by their paths. */
  readonly files: readonly string[];
}

export function verifyReport(facts: VerifyFacts): ReportResult & { readonly text: string } {
  const steps = verifySteps.map(
    (step): StepResult => facts.steps.find((each) => each.step === step) ?? { step, command: null, skipped: 'none' },
  );
  const blocks = [...steps.map(stepBlock), scanBlock(facts.todos, facts.todoBlocking), scopeBlock(facts)].concat(
    productsBlocks(facts.missing),
  );
  const reported = judged(blocks);
  return { ...reported, text: written(facts.at, reported, blocks) };
}

function judged(blocks: readonly Block[]): ReportResult {
  const failed = blocks.find(({ result }) => result === 'FAIL');
  if (failed) return { result: 'FAIL', line: `FAIL — ${failed.name}: ${failed.why}` };
  const parts = blocks.flatMap(({ part }) => part ?? []);
  return { result: 'PASS', line: `PASS — ${parts.join(', ')}` };
}

const written = (at: string, { result, line }: ReportResult, blocks: readonly Block[]) =>
  `${[
    ...[
      '# Verify Report',
      '',
      `- Timestamp: ${at}`,
      `- Result: ${result}`,
      '- Phase: layer1_mechanical',
      `- Line: ${line}`,
    ],
    ...blocks.flatMap((block) => ['', `## ${block.title}`, `- Result: ${block.result}`, ...block.lines]),
  ].join('\n')}\n`;

const heading = '## In words';

/** The verifier's words below the report, once: a second time takes the place of the first. The result stays. */
export function withVerifierWords(report: string, line: string): string {
  const at = report.lastIndexOf(`\n${heading}\n`);
  const body = (at === -1 ? report : report.slice(0, at)).trimEnd();
  return `${body}\n\n${heading}\n> ${line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()}\n`;
}
