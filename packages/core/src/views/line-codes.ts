/** Codes and parameters of the log lines of a journal. */
import type { Coded, ParamsOf, SentenceCodes } from '../codes.ts';
import type { QuestionInput } from '../effects/question.ts';
import type { Failure } from '../failure/failure.ts';

const cost = { ms: 'number', tokens: 'number?', costUsd: 'number?', rehearsed: 'text?' } as const;
const check = { command: 'text', exitCode: 'value', executed: 'number?', baseTests: 'number?', ...cost } as const;
const pull = { pull: 'number', url: 'text' } as const;

export const lineCodes = {
  'run.started': { workflow: 'text', title: 'text' },
  'run.stopping': { by: 'text' },
  'run.ended': { end: 'text' },
  'role.asked': { role: 'text' },
  'role.answered': { role: 'text', said: 'text', ...cost },
  'review.answered': { role: 'text', blocking: 'number', low: 'number', ...cost },
  'check.green': check,
  'check.red': check,
  'lane.opened': { branch: 'text', path: 'text' },
  'lane.saved': { files: 'number' },
  'lane.committed': { commit: 'text' },
  'lane.unchanged': {},
  'lane.closed': { kept: 'text' },
  'screens.taken': { count: 'number' },
  'site.captured': { count: 'number' },
  'pull.opened': pull,
  'pull.red': { red: 'text' },
  'pull.conflicts': { paths: 'text' },
  'pull.behind': {},
  'pull.merged': { commit: 'text', why: 'text' },
  'base.left': { base: 'text', why: 'text' },
  'base.moved': { base: 'text', commit: 'text' },
  'lane.continued': { branch: 'text', files: 'number' },
  'plan.waits': pull,
  'question.asked': { header: 'text' },
  'question.answered': { choice: 'text', by: 'text' },
  'language.untranslated': { language: 'text' },
  'step.again': { untilMs: 'number' },
  'step.parked': { untilMs: 'number' },
  'step.failed': {},
} as const satisfies SentenceCodes;

export type LineCost = ParamsOf<typeof cost>;
export type LogLineCode = keyof typeof lineCodes;
export type LineMark = 'good' | 'bad' | 'warn' | 'ask' | 'plain';

/** A line without its time and feature. */
export type NewLine = Coded<typeof lineCodes> & {
  readonly mark: LineMark;
  readonly failure?: Failure;
  readonly question?: QuestionInput;
};
