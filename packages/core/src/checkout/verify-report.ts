/**
 * Writes `verify_report.md` and its one-line result (WO-03, WO-07).
 *
 *   V1. Exit codes decide the result.
 *   V2. The line of a FAIL is about the first failed block.
 *   V3. Skipped steps do not affect the result, and the report marks them as skipped.
 */
import { type ReportArgs, type ReportResult, type StepResult, verifySteps } from '../effects/checkout.ts';
import type { Todo } from './todo.ts';
import { type Block, productsBlocks, scanBlock, scopeBlock, stepBlock } from './verify-block.ts';

export interface VerifyFacts extends Omit<ReportArgs, 'docsPath' | 'changed'> {
  /** ISO 8601. */
  readonly at: string;
  readonly todos: readonly Todo[];
  /** Paths of the changed files. */
  readonly files: readonly string[];
}

export function verifyReport(facts: VerifyFacts): ReportResult & { readonly text: string } {
  const steps = verifySteps.map(
    (step): StepResult => facts.steps.find((each) => each.step === step) ?? { step, command: null, skipped: 'none' },
  );
  const blocks = [...steps.map(stepBlock), scanBlock(facts.todos, facts.todoBlocking), scopeBlock(facts)].concat(
    productsBlocks(facts.missing),
  );
  const reported = resultOf(blocks);
  return { ...reported, text: writeReport(facts.at, reported, blocks) };
}

function resultOf(blocks: readonly Block[]): ReportResult {
  const failed = blocks.find(({ result }) => result === 'FAIL');
  if (failed) return { result: 'FAIL', line: `FAIL — ${failed.name}: ${failed.why}` };
  const parts = blocks.flatMap(({ part }) => part ?? []);
  return { result: 'PASS', line: `PASS — ${parts.join(', ')}` };
}

const writeReport = (at: string, { result, line }: ReportResult, blocks: readonly Block[]) =>
  `${[
    '# Verify Report',
    '',
    `- Timestamp: ${at}`,
    `- Result: ${result}`,
    '- Phase: layer1_mechanical',
    `- Line: ${line}`,
    ...blocks.flatMap((block) => ['', `## ${block.title}`, `- Result: ${block.result}`, ...block.lines]),
  ].join('\n')}\n`;

const heading = '## In words';

/** Adds the verifier's words below the report, or replaces earlier ones. The result stays unchanged. */
export function addVerifierWords(report: string, line: string): string {
  const at = report.lastIndexOf(`\n${heading}\n`);
  const body = (at === -1 ? report : report.slice(0, at)).trimEnd();
  return `${body}\n\n${heading}\n> ${line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()}\n`;
}

const proofTitle = '\n\n## Proof\n';

/**
 * Writes the section about the proof before the blocks of the checks, or replaces an earlier one. No output of a check
 * comes before the first block, so it cannot pretend to be this section.
 */
export function addProofSection(report: string, lines: readonly string[]): string {
  const first = report.indexOf('\n\n## ');
  const blocks = report.startsWith(proofTitle, first) ? report.indexOf('\n\n## ', first + 1) : first;
  const body = lines.map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd()).join('\n');
  return `${report.slice(0, first)}${proofTitle}${body}${report.slice(blocks)}`;
}
