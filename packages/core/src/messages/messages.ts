/** What a language must be able to say. A sentence that is missing does not compile. */
import type { RefusalTexts, SentencesOf } from '../codes.ts';
import type { problems } from '../config/problem.ts';
import type { ControlRefusalTypes } from '../control/refusal.ts';
import type { dryRunCodes } from '../dry-run/codes.ts';
import type { Choice, QuestionCode, QuestionTypes } from '../effects/question.ts';
import type { FailureTypes } from '../failure/failure.ts';
import type { HoldReason } from '../failure/hold-reason.ts';
import type { RefusalTypes } from '../failure/refusal.ts';
import type { PlanProblemCode } from '../input-files/plan-file.ts';
import type { RunStatus } from '../journal/end.ts';
import type { notes } from '../journal/note.ts';
import type { notificationCodes } from '../notification.ts';
import type { PlanDefectKind } from '../plans/graph.ts';
import type { DefectKind } from '../plans/work-items.ts';
import type { lineCodes } from '../views/line-codes.ts';
import type { proofCodes } from '../views/proof/codes.ts';
import type { reportCodes } from '../views/report/codes.ts';

type None = Record<never, never>;

export interface Messages {
  readonly failures: SentencesOf<FailureTypes>;
  readonly notes: SentencesOf<typeof notes>;
  readonly questions: {
    readonly [Code in QuestionCode]: {
      readonly question: SentencesOf<QuestionTypes>[Code];
      readonly options: Readonly<Record<Choice<Code>, string>>;
    };
  };
  /** One sentence, and a command that helps. */
  readonly refusals: RefusalTexts<RefusalTypes>;
  /** What happened, as one line each; a line that carries a failure or a question is followed by its sentence. */
  readonly lines: SentencesOf<typeof lineCodes>;
  /** Why nothing new is begun, and by what. */
  readonly holds: SentencesOf<Record<HoldReason, { file: 'text' }>>;
  /** What a terminal says around a question. */
  readonly asking: SentencesOf<{
    other: None;
    aboutOther: None;
    write: None;
    noted: { by: 'text'; text: 'text' };
    number: { most: 'number' };
    withdrawn: None;
    more: { count: 'number'; file: 'text' };
  }>;
  /** What is told of a record. */
  readonly recording: SentencesOf<{ lost: { path: 'text' } }>;
  /** How a run stands when its command returns. */
  readonly ending: SentencesOf<{
    unchanged: None;
    uncommitted: None;
    parked: None;
    stepDone: None;
    stoppedHere: None;
  }>;
  /** Why there is no sandbox. */
  readonly unboxed: SentencesOf<{ off: None; missing: { install: 'text' }; unusable: { detail: 'text' } }>;
  /** What `--dry-run` tells. */
  readonly outlook: SentencesOf<typeof dryRunCodes>;
  /** Progress lines: only workflows have them. */
  readonly progress: None;
  readonly statuses: Readonly<Record<RunStatus, string>>;
  /** What is wrong with a setting, to be read after its place. */
  readonly problems: SentencesOf<typeof problems>;
  /** What is wrong with a list of work; `ids` are joined as they depend on each other. */
  readonly defects: SentencesOf<Record<DefectKind, { ids: 'text' }>>;
  /** The same of plans, with the files. */
  readonly planDefects: SentencesOf<Record<PlanDefectKind, { ids: 'text'; files: 'text' }>>;
  /** What is wrong with a plan file, to be read after its place. */
  readonly planProblems: SentencesOf<Record<PlanProblemCode, { key: 'text'; detail: 'text' }>>;
  readonly context: SentencesOf<{ added: { path: 'text'; target: 'text' }; tooLong: { maximum: 'number' } }>;
  /** Why the control server did not do what it was asked, and a command that helps. */
  readonly control: RefusalTexts<ControlRefusalTypes>;
  /** What people who are not there are told, and what is said when the command that tells them fails. */
  readonly news: SentencesOf<typeof notificationCodes>;
  /** What a report tells. */
  readonly report: SentencesOf<typeof reportCodes>;
  /** What a proof shows. */
  readonly proof: SentencesOf<typeof proofCodes>;
  /** What the release gate and the fidelity check say at their end. */
  readonly gates: SentencesOf<{
    ready: { spec: 'text' };
    unready: { spec: 'text'; count: 'number' };
    report: { path: 'text' };
    marked: { path: 'text' };
  }>;
}
