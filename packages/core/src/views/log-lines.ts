/** A journal as lines that a person reads, while it grows or afterwards: a code with parameters each, worded by `messages`. */

import { type Finding, isBlocking } from '../answer-contracts/findings.ts';
import { tokensOf } from '../budget/usage.ts';
import type { ModuleCode, Params, ProgressMessage } from '../codes.ts';
import type { AgentInput } from '../effects/agent.ts';
import { type CheckInput, type CheckReport, isVerdict } from '../effects/check.ts';
import { commitCheckout } from '../effects/checkout.ts';
import { waitParts } from '../effects/first.ts';
import { answerOf } from '../effects/kinds.ts';
import type { OperationInput } from '../effects/operation.ts';
import { type Answer, headerOf, type QuestionInput } from '../effects/question.ts';
import type { Failure } from '../failure/failure.ts';
import { addEntry, type Entry, type EntryOf, type FoldedJournal } from '../journal/journal.ts';
import type { NoteCode } from '../journal/note.ts';
import type { Effect } from '../machine/machine.ts';
import { executed } from '../test-report/count.ts';
import { reporterOf, roles } from '../workflows/loaded.ts';
import { browserAnswered } from './browser-lines.ts';
import { forgeAnswered } from './forge-lines.ts';
import type { LineCost, LineMark, LogLineCode, NewLine } from './line-codes.ts';
import { isNegativeAnswer, roleSummary } from './role-summary.ts';

export interface LogLine {
  readonly atMs: number;
  readonly mark: LineMark;
  readonly code: LogLineCode | NoteCode | ModuleCode;
  readonly params: Params;
  /** The feature that it is about, where several are worked on at the same time. */
  readonly item?: string;
  readonly failure?: Failure;
  readonly question?: QuestionInput;
}

/** Folds one more entry into the log and says what a person should know of it: its own line, and what its workflow says. */
export function toLogLines(log: FoldedJournal, entry: Entry): readonly LogLine[] {
  const said = isTold(log, entry) ? undefined : say(log, entry);
  const told = tellingsOf(log, entry);
  const about = isPart(log.machine) ? { item: log.title } : {};
  addEntry(log, entry);
  return [...(said ? [said] : []), ...told].map((one) => ({ atMs: entry.atMs, ...about, ...one }));
}

const isPart = (machine: string) => reporterOf(machine)?.isPartOfParent ?? false;

/** That a lane begins and ends is told by the run whose lane it is, with what it means. */
function isTold(log: FoldedJournal, entry: Entry): boolean {
  if (entry.type === 'started') return isPart(entry.machine);
  return isPart(log.machine) && entry.type === 'ended' && entry.end === 'done';
}

function tellingsOf(log: FoldedJournal, entry: Entry): readonly ProgressMessage[] {
  if (entry.type === 'started') return reporterOf(entry.machine)?.start(entry.state) ?? [];
  return entry.type === 'moved' ? (reporterOf(log.machine)?.move(log.state, answersNow(log), entry.state) ?? []) : [];
}

/** What the state that is being left was answered, by the names of its needs. */
function answersNow({ moves, asked, answered }: FoldedJournal): Readonly<Record<string, unknown>> {
  const prefix = `${moves}/`;
  return Object.fromEntries(
    [...asked].flatMap(([key, { effect }]) => {
      const outcome = key.startsWith(prefix) ? answered.get(key) : undefined;
      return outcome ? [[key.slice(prefix.length).split('@')[0], answerOf(effect, outcome)]] : [];
    }),
  );
}

function say(log: FoldedJournal, entry: Entry): NewLine | Omit<LogLine, 'atMs'> | undefined {
  switch (entry.type) {
    case 'started':
      return { code: 'run.started', mark: 'plain', params: { title: entry.title, workflow: entry.machine } };
    case 'asked':
      return asked(entry.effect);
    case 'answered':
      return answered(log, entry);
    case 'failed': {
      const until = { untilMs: entry.againAtMs };
      return { code: entry.parks ? 'step.parked' : 'step.again', mark: 'warn', failure: entry.failure, params: until };
    }
    case 'noted':
      return isQuiet(log, entry) ? undefined : { code: entry.code, mark: 'warn', params: entry.params };
    case 'stopping':
      return { code: 'run.stopping', mark: 'warn', params: { by: entry.by }, ...because(entry) };
    case 'ended':
      return { code: 'run.ended', mark: entry.end === 'done' ? 'good' : 'bad', params: { end: entry.end } };
    case 'moved':
    case 'upgraded':
      return undefined;
  }
}

const quiet: ReadonlySet<NoteCode> = new Set(['agent.started', 'news.told', 'process.started', 'sandbox.canary']);

/** Facts for the engine and for views; a person who watches has no use for them. Work that is kept by a checkpoint is no news. */
function isQuiet(log: FoldedJournal, { code, key, params }: EntryOf<'noted'>): boolean {
  if (code === 'agent.context') return !(params['cut'] || params['leftOut'] || params['misread']);
  if (quiet.has(code)) return true;
  return code === 'work.kept' && key !== undefined && isCheckpoint(log.asked.get(key)?.effect);
}

const isCheckpoint = (effect: Effect | undefined) =>
  effect?.kind === 'git' && ['checkpoint', 'sync-lane'].includes((effect.input as OperationInput).op);

const because = ({ because: failure }: EntryOf<'stopping'>) => (failure ? { failure } : {});

function asked(effect: Effect): NewLine | undefined {
  const { kind, input } = effect;
  if (kind === 'agent') return { code: 'role.asked', mark: 'plain', params: { role: (input as AgentInput).role } };
  const found = waitParts('', effect).find((part) => part.effect.kind === 'question');
  if (!found) return undefined;
  const question = found.effect.input as QuestionInput;
  return { code: 'question.asked', mark: 'ask', question, params: { header: headerOf(question) } };
}

/** The answer of a person, by itself or among several waits; nothing when something else came first. */
function personAnswered(effect: Effect, value: unknown): NewLine | undefined {
  const parts = waitParts('', effect).filter((part) => part.effect.kind === 'question');
  const answer = parts.map(({ valueIn }) => valueIn(value) as Answer | undefined).find((one) => one !== undefined);
  if (!answer) return undefined;
  const { choice, by, channel } = answer;
  return { code: 'question.answered', mark: 'ask', params: { choice, by: channel === 'script' ? 'script' : by } };
}

function answered(log: FoldedJournal, { key, outcome, atMs, spent }: EntryOf<'answered'>): NewLine | undefined {
  const before = log.asked.get(key);
  if (!before || log.answered.has(key)) return undefined;
  if (isProof(before.effect) && (outcome.ok || outcome.failure.code === 'check.timed-out')) return undefined;
  if (!outcome.ok) return { code: 'step.failed', mark: 'bad', failure: outcome.failure, params: {} };
  const tokens = spent ? tokensOf(spent.usage) : 0;
  const rehearsed = log.rehearsed.has(key) ? { rehearsed: 'yes' } : {};
  const cost = { ms: atMs - before.atMs, tokens, costUsd: spent?.costUsd ?? 0, ...rehearsed };
  switch (before.effect.kind) {
    case 'agent':
      return agentAnswered(log, (before.effect.input as AgentInput).role, outcome.value, cost);
    case 'check':
      return checkAnswered(before.effect.input as CheckInput, outcome.value as CheckReport, cost);
    case 'checkout':
      return checkoutAnswered((before.effect.input as OperationInput).op, outcome.value);
    case 'git':
      return laneAnswered((before.effect.input as OperationInput).op, outcome.value as Record<string, unknown>);
    case 'forge':
      return forgeAnswered(
        (before.effect.input as OperationInput).op,
        outcome.value,
        (before.effect.input as OperationInput).args,
      );
    case 'screens':
    case 'site':
      return browserAnswered(outcome.value);
    case 'question':
    case 'first':
      return personAnswered(before.effect, outcome.value);
    default:
      return undefined;
  }
}

/** What its colour means is told by the lane, with the move that it leads to. */
const isProof = (effect: Effect) => effect.kind === 'check' && !isVerdict(effect);

function agentAnswered({ machine }: FoldedJournal, role: string, value: unknown, cost: LineCost): NewLine {
  if (!roles[role]?.finds) {
    const said = reporterOf(machine)?.repeats.has(role) ? '' : roleSummary(value);
    return { code: 'role.answered', mark: isNegativeAnswer(value) ? 'bad' : 'good', params: { role, said, ...cost } };
  }
  const findings = value as readonly Finding[];
  const blocking = findings.filter(isBlocking).length;
  const params = { role, blocking, low: findings.length - blocking, ...cost };
  return { code: 'review.answered', mark: blocking > 0 ? 'bad' : 'good', params };
}

const checkAnswered = ({ command }: CheckInput, { green, exitCode, tests }: CheckReport, cost: LineCost): NewLine => ({
  code: green ? 'check.green' : 'check.red',
  mark: green ? 'good' : 'bad',
  params: { command, exitCode: exitCode ?? 'signal', ...(tests ? { executed: executed(tests) } : {}), ...cost },
});

/** What is done in the user's checkout is told by its workflow; that something was committed, by everybody alike. */
function checkoutAnswered(op: string, value: unknown): NewLine | undefined {
  if (op !== commitCheckout.op) return undefined;
  const { commit } = value as { readonly commit: string | null };
  if (commit === null) return { code: 'lane.unchanged', mark: 'warn', params: {} };
  return { code: 'lane.committed', mark: 'good', params: { commit } };
}

function laneAnswered(op: string, value: Readonly<Record<string, unknown>>): NewLine | undefined {
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
