/** What a language must be able to say. A sentence that is missing does not compile. */
import type { ProblemCode } from '../config/problem.ts';
import type { Choice, QuestionCode } from '../effects/question.ts';
import type { FailureCode, Params } from '../failure.ts';
import type { Hold } from '../hold.ts';
import type { MissionDefectKind } from '../mission/plan.ts';
import type { NoteCode } from '../note.ts';
import type { OutlookCode } from '../outlook/words.ts';
import type { PlanDefectKind } from '../plans/graph.ts';
import type { RefusalCode } from '../refusal.ts';
import type { PlanProblemCode } from '../sources/plan-file.ts';
import type { LineCode } from '../views/lines.ts';
import type { Status } from '../views/run.ts';
import type { DefectKind } from '../work.ts';
import type { TellingCode } from '../workflows/task/telling.ts';

export type Sentence = (params: Params) => string;

export interface Messages {
  readonly failures: Readonly<Record<FailureCode, Sentence>>;
  readonly notes: Readonly<Record<NoteCode, Sentence>>;
  readonly questions: {
    readonly [Code in QuestionCode]: {
      readonly question: Sentence;
      readonly options: Readonly<Record<Choice<Code>, string>>;
    };
  };
  /** One sentence, and a command that helps. */
  readonly refusals: Readonly<Record<RefusalCode, (params: Params) => { message: string; next: string }>>;
  /** What happened, as one line each; a line that carries a failure or a question is followed by its sentence. */
  readonly lines: Readonly<Record<LineCode, Sentence>>;
  /** Why nothing new is begun, and by what. */
  readonly holds: Readonly<Record<Hold, Sentence>>;
  /** What a terminal says around a question. */
  readonly asking: Readonly<
    Record<'other' | 'aboutOther' | 'write' | 'noted' | 'number' | 'withdrawn' | 'more', Sentence>
  >;
  /** What is told of a record. */
  readonly recording: Readonly<Record<'lost', Sentence>>;
  /** How a run stands when its command returns. */
  readonly ending: Readonly<
    Record<'unchanged' | 'uncommitted' | 'shipped' | 'parked' | 'stepDone' | 'stoppedHere', Sentence>
  >;
  /** Why there is no sandbox. */
  readonly unboxed: Readonly<Record<'off' | 'missing' | 'unusable', Sentence>>;
  /** What `--dry-run` tells. */
  readonly outlook: Readonly<Record<OutlookCode, Sentence>>;
  /** What a workflow says of its own moves. */
  readonly tellings: Readonly<Record<TellingCode, Sentence>>;
  readonly statuses: Readonly<Record<Status, string>>;
  /** What is wrong with a setting, to be read after its place. */
  readonly problems: Readonly<Record<ProblemCode, Sentence>>;
  /** What is wrong with a list of work; `ids` are joined as they depend on each other. */
  readonly defects: Readonly<Record<DefectKind, Sentence>>;
  /** The same of plans, with the files. */
  readonly planDefects: Readonly<Record<PlanDefectKind, Sentence>>;
  /** What is wrong with a plan file, to be read after its place. */
  readonly planProblems: Readonly<Record<PlanProblemCode, Sentence>>;
  /** What came of planning. */
  readonly planning: Readonly<
    Record<
      | 'plan'
      | 'after'
      | 'tags'
      | 'notWritten'
      | 'nothing'
      | 'skipped'
      | 'conflicts'
      | 'uncovered'
      | 'cut'
      | 'leftOut'
      | 'misread',
      Sentence
    >
  >;
  readonly context: Readonly<Record<'added' | 'tooLong', Sentence>>;
  /** What is wrong with the plan of a mission. */
  readonly missionDefects: Readonly<Record<MissionDefectKind, Sentence>>;
  /** How a mission stands, and what its checkpoints say. */
  readonly missionEnding: Readonly<
    Record<
      'escalated' | 'limit' | 'capped' | 'merged' | 'attempts' | 'kept' | 'noCheckpoint' | 'granted' | 'goingOn',
      Sentence
    >
  >;
}
