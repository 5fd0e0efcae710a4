/** Turns a journal into log lines, live or afterwards. A line is a code with parameters; `messages` has the texts. */

import { isBlocking } from '../answer-contracts/findings.ts';
import { tokensOf } from '../budget/usage.ts';
import type { ModuleCode, Params, ProgressMessage } from '../codes.ts';
import type { AgentInput } from '../effects/agent.ts';
import { type CheckInput, type CheckReport, isVerdict } from '../effects/check.ts';
import { commitCheckout } from '../effects/checkout.ts';
import { waitParts } from '../effects/first.ts';
import type { OperationInput } from '../effects/operation.ts';
import { type Answer, headerOf, type QuestionInput } from '../effects/question.ts';
import type { ScreensResult } from '../effects/screens.ts';
import type { SiteCapture } from '../effects/site.ts';
import type { Failure } from '../failure/failure.ts';
import { currentAnswers } from '../journal/current-answers.ts';
import { addEntry, type Entry, type EntryOf, type FoldedJournal } from '../journal/journal.ts';
import { isUntranslated } from '../journal/language.ts';
import type { NoteCode } from '../journal/note.ts';
import type { Effect } from '../machine/machine.ts';
import { executedTests } from '../test-report/count.ts';
import { baseChecksWorkflow } from '../workflows/base-checks/workflow.ts';
import { reporterOf, roles } from '../workflows/loaded.ts';
import { forgeLine } from './forge-lines.ts';
import type { LineCost, LineMark, LogLineCode, NewLine } from './line-codes.ts';

export interface LogLine {
  readonly atMs: number;
  readonly mark: LineMark;
  readonly code: LogLineCode | NoteCode | ModuleCode;
  readonly params: Params;
  /** The feature of the line, if several are in progress at the same time. */
  readonly item?: string;
  readonly failure?: Failure;
  readonly question?: QuestionInput;
}

/** Adds an entry to the log and returns its lines: its own, and those of its workflow. */
export function toLogLines(log: FoldedJournal, entry: Entry): readonly LogLine[] {
  const own = isReportedByParent(log, entry) ? undefined : lineOf(log, entry);
  const progress = progressOf(log, entry);
  const item = hasPrefix(log.machine) ? { item: log.title } : {};
  const before = log.language;
  addEntry(log, entry);
  const isNew = entry.type === 'answered' && log.language !== before && isUntranslated(log.language);
  const untranslated: readonly NewLine[] = isNew ? [untranslatedLine(log.language)] : [];
  return [...(own ? [own] : []), ...untranslated, ...progress].map((one) => ({ atMs: entry.atMs, ...item, ...one }));
}

const untranslatedLine = (language: string): NewLine => ({
  code: 'language.untranslated',
  mark: 'warn',
  params: { language },
});

const isPart = (machine: string) => reporterOf(machine)?.isPartOfParent ?? false;
const isOnlyPart = (machine: string) => reporterOf(machine)?.isOnlyPart ?? false;
const hasPrefix = (machine: string) => isPart(machine) && !isOnlyPart(machine);

/** The parent reports start and success of a lane, with their meaning. */
function isReportedByParent(log: FoldedJournal, entry: Entry): boolean {
  if (entry.type === 'started') return isPart(entry.machine);
  return entry.type === 'ended' && isPart(log.machine) && (entry.end === 'done' || isOnlyPart(log.machine));
}

function progressOf(log: FoldedJournal, entry: Entry): readonly ProgressMessage[] {
  if (entry.type === 'started') return reporterOf(entry.machine)?.start(entry.state) ?? [];
  return entry.type === 'moved'
    ? (reporterOf(log.machine)?.move(log.state, currentAnswers(log), entry.state) ?? [])
    : [];
}

function lineOf(log: FoldedJournal, entry: Entry): NewLine | Omit<LogLine, 'atMs'> | undefined {
  switch (entry.type) {
    case 'started':
      return { code: 'run.started', mark: 'plain', params: { title: entry.title, workflow: entry.machine } };
    case 'asked':
      return askedLine(entry.effect);
    case 'answered':
      return answeredLine(log, entry);
    case 'failed': {
      const until = { untilMs: entry.againAtMs };
      return { code: entry.parks ? 'step.parked' : 'step.again', mark: 'warn', failure: entry.failure, params: until };
    }
    case 'noted':
      return isQuiet(log, entry) ? undefined : { code: entry.code, mark: 'warn', params: entry.params };
    case 'stopping':
      return {
        code: 'run.stopping',
        mark: 'warn',
        params: { by: entry.by },
        ...(entry.because ? { failure: entry.because } : {}),
      };
    case 'ended':
      if (entry.end === 'done' && log.machine === baseChecksWorkflow.id) return undefined; // its run continues
      return { code: 'run.ended', mark: entry.end === 'done' ? 'good' : 'bad', params: { end: entry.end } };
    case 'moved':
    case 'upgraded':
    case 'reopened':
      return undefined;
  }
}

const quiet: ReadonlySet<NoteCode> = new Set(['agent.started', 'news.told', 'process.started', 'sandbox.canary']);

/** Entries for the engine and for views, without use for a person. A checkpoint always keeps work. */
function isQuiet(log: FoldedJournal, { code, key, params }: EntryOf<'noted'>): boolean {
  if (code === 'agent.context') return !(params['cut'] || params['leftOut'] || params['misread']);
  if (quiet.has(code)) return true;
  return code === 'work.kept' && key !== undefined && isCheckpoint(log.asked.get(key)?.effect);
}

const checkpoints: Readonly<Record<string, readonly string[]>> = {
  git: ['checkpoint', 'sync-lane'],
  checkout: ['survey', 'save', 'sync'],
  issues: ['run-commit-hooks'],
};

const isCheckpoint = (effect: Effect | undefined) =>
  effect !== undefined && checkpoints[effect.kind]?.includes((effect.input as OperationInput).op) === true;

function askedLine(effect: Effect): NewLine | undefined {
  const { kind, input } = effect;
  if (kind === 'agent') return { code: 'role.asked', mark: 'plain', params: { role: (input as AgentInput).role } };
  const found = waitParts('', effect).find((part) => part.effect.kind === 'question');
  if (!found) return undefined;
  const question = found.effect.input as QuestionInput;
  return { code: 'question.asked', mark: 'ask', question, params: { header: headerOf(question) } };
}

/** The answer of a person, alone or among several waits; `undefined` if another wait came first. */
function personLine(effect: Effect, value: unknown): NewLine | undefined {
  const parts = waitParts('', effect).filter((part) => part.effect.kind === 'question');
  const answer = parts.map(({ valueIn }) => valueIn(value) as Answer | undefined).find((one) => one !== undefined);
  if (!answer) return undefined;
  const { choice, by, channel } = answer;
  return { code: 'question.answered', mark: 'ask', params: { choice, by: channel === 'script' ? 'script' : by } };
}

function answeredLine(log: FoldedJournal, { key, outcome, atMs, spent }: EntryOf<'answered'>): NewLine | undefined {
  const before = log.asked.get(key);
  if (!before || log.answered.has(key)) return undefined;
  if (isProof(before.effect) && (outcome.ok || outcome.failure.code === 'check.timed-out')) return undefined;
  if (!outcome.ok) return { code: 'step.failed', mark: 'bad', failure: outcome.failure, params: {} };
  const tokens = spent ? tokensOf(spent.usage) : 0;
  const rehearsed = log.rehearsed.has(key) ? { rehearsed: 'yes' } : {};
  const ms = Math.max(0, atMs - before.atMs); // the clock may have been set back
  const cost = { ms, tokens, costUsd: spent?.costUsd ?? 0, ...rehearsed };
  const { op, args } = Object(before.effect.input) as OperationInput;
  switch (before.effect.kind) {
    case 'agent':
      return agentLine(log, (before.effect.input as AgentInput).role, outcome.value, cost);
    case 'check':
      return checkLine(before.effect.input as CheckInput, outcome.value as CheckReport, cost);
    case 'checkout':
      return checkoutLine(op, outcome.value);
    case 'git':
      return laneLine(op, outcome.value as Record<string, unknown>);
    case 'forge':
      return forgeLine(op, outcome.value, args);
    case 'screens':
    case 'site':
      return browserLine(outcome.value);
    case 'question':
    case 'first':
      return personLine(before.effect, outcome.value);
    default:
      return undefined;
  }
}

/** The lane reports the meaning of a proof's colour with its next move. */
const isProof = (effect: Effect) =>
  effect.kind === 'check' && !isVerdict(effect) && !(effect.input as CheckInput).isBase;

function agentLine({ machine }: FoldedJournal, role: string, value: unknown, cost: LineCost): NewLine {
  const isRepeated = reporterOf(machine)?.repeats.has(role) === true;
  const findings = isRepeated ? undefined : roles[role]?.finds?.(value);
  if (findings === undefined) {
    const said = isRepeated ? '' : roleSummary(value);
    return { code: 'role.answered', mark: isNegativeAnswer(value) ? 'bad' : 'good', params: { role, said, ...cost } };
  }
  const blocking = findings.filter(isBlocking).length;
  const params = { role, blocking, low: findings.length - blocking, ...cost };
  return { code: 'review.answered', mark: blocking > 0 ? 'bad' : 'good', params };
}

/** Whether a role's answer sends work back or reports that it cannot continue. */
function isNegativeAnswer(value: unknown): boolean {
  const { passed, is } = Object(value) as { readonly passed?: unknown; readonly is?: unknown };
  return passed === false || is === 'blocked' || is === 'disagree' || value === 'reject';
}

/** The one-line summary of a role's answer: the answer itself or its `line`. Empty for longer texts and documents. */
function roleSummary(value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? '' : value;
  if (typeof value !== 'object' || value === null) return String(value);
  return 'line' in value ? String(value.line).replace(/^WORKER \S+: /, '') : ''; // the log line already names the role
}

function checkLine({ command: typed, isBase }: CheckInput, report: CheckReport, cost: LineCost): NewLine {
  const { exitCode, tests, compared } = report;
  const green = report.green || (isBase && exitCode === 0); // a base without tests is no problem
  const command = isBase ? `${typed} (base)` : typed;
  const executed = tests ? { executed: executedTests(tests) } : {};
  const baseTests = compared?.isNone ? { baseTests: compared.lost } : {}; // why it is red although it exits with 0
  return {
    code: green ? 'check.green' : 'check.red',
    mark: green ? 'good' : 'bad',
    params: { command, exitCode: exitCode ?? 'signal', ...executed, ...baseTests, ...cost },
  };
}

/** The workflow reports its work in the checkout; a commit has the same line everywhere. */
function checkoutLine(op: string, value: unknown): NewLine | undefined {
  if (op !== commitCheckout.op) return undefined;
  const { commit } = value as { readonly commit: string | null };
  if (commit === null) return { code: 'lane.unchanged', mark: 'warn', params: {} };
  return { code: 'lane.committed', mark: 'good', params: { commit } };
}

function laneLine(op: string, value: Readonly<Record<string, unknown>>): NewLine | undefined {
  const text = (name: string) => String(value[name] ?? '');
  switch (op) {
    case 'open-lane':
      return { code: 'lane.opened', mark: 'plain', params: { branch: text('branch'), path: text('path') } };
    case 'continue-lane': {
      const { lane, conflicts } = value as { lane: { branch: string }; conflicts: readonly string[] };
      return { code: 'lane.continued', mark: 'plain', params: { branch: lane.branch, files: conflicts.length } };
    }
    case 'checkpoint':
      return { code: 'lane.saved', mark: 'plain', params: { files: Number(value['changedFiles']) } };
    case 'commit-lane':
      if (value['commit'] === null) return { code: 'lane.unchanged', mark: 'warn', params: {} };
      return { code: 'lane.committed', mark: 'good', params: { commit: text('commit') } };
    case 'close-lane':
      return { code: 'lane.closed', mark: 'plain', params: { kept: text('kept') } };
    default:
      return undefined;
  }
}

/** Skipped screens are noted elsewhere, and written files are reported at the end. */
function browserLine(value: unknown): NewLine | undefined {
  const { is, shots = [], pages } = value as Partial<Extract<ScreensResult, { is: 'seen' }>> & Partial<SiteCapture>;
  if (is === 'seen') return { code: 'screens.taken', mark: 'plain', params: { count: shots.length } };
  return pages === undefined ? undefined : { code: 'site.captured', mark: 'plain', params: { count: pages.length } };
}
