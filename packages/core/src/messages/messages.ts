/** The texts that every language must provide. A missing text does not compile. */
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
import type { KeepReason } from '../roadmap/sync.ts';
import type { SpecCodes } from '../subsystems/problem.ts';
import type { lineCodes } from '../views/line-codes.ts';
import type { proofCodes } from '../views/proof/codes.ts';
import type { reportCodes } from '../views/report/codes.ts';

type None = Record<never, never>;
type KnowledgeTotals = { documents: 'number'; exported: 'number'; gaps: 'number'; path: 'text' };

export interface Messages {
  readonly failures: SentencesOf<FailureTypes>;
  readonly notes: SentencesOf<typeof notes>;
  readonly questions: {
    readonly [Code in QuestionCode]: {
      readonly question: SentencesOf<QuestionTypes>[Code];
      readonly options: Readonly<Record<Choice<Code>, string>>;
    };
  };
  readonly refusals: RefusalTexts<RefusalTypes>;
  /** One line per event; the text of a failure or question follows if the event has one. */
  readonly lines: SentencesOf<typeof lineCodes>;
  /** Why no new work starts, and the file that causes it. */
  readonly holds: SentencesOf<Record<HoldReason, { file: 'text' }>>;
  /** Texts around a question at the terminal. */
  readonly asking: SentencesOf<{
    other: None;
    aboutOther: None;
    write: None;
    noted: { by: 'text'; text: 'text' };
    /** Below the notes of an open question. */
    noAnswer: None;
    unclear: { text: 'text' };
    change: { file: 'text'; editor: 'text?' };
    addToNote: None;
    unchanged: { file: 'text' };
    editorFailed: { editor: 'text'; detail: 'text'; file: 'text' };
    number: { most: 'number' };
    withdrawn: None;
    more: { count: 'number'; file: 'text' };
    /** Texts of the MCP server: before a document, in a form, and if no person answered there. */
    data: None;
    unanswered: { command: 'text' };
    unstarted: { command: 'text' };
    confirm: { command: 'text'; options: 'text' };
    start: None;
    refrain: None;
    yourAnswer: None;
    yourNote: None;
  }>;
  readonly recording: SentencesOf<{ lost: { path: 'text' } }>;
  /** The state of a run when its command returns. */
  readonly ending: SentencesOf<{
    unchanged: None;
    uncommitted: None;
    onBranch: { branch: 'text' };
    parked: None;
    stepDone: None;
    stoppedHere: None;
  }>;
  /** Why no sandbox is used. */
  readonly unboxed: SentencesOf<{ off: None; missing: { install: 'text' }; unusable: { detail: 'text' } }>;
  /** Texts of `--dry-run`. */
  readonly outlook: SentencesOf<typeof dryRunCodes>;
  /** Progress lines; only workflows have them. */
  readonly progress: None;
  readonly statuses: Readonly<Record<RunStatus, string>>;
  /** Problems of a setting; printed after its path. */
  readonly problems: SentencesOf<typeof problems>;
  /** Problems of a list of work; `ids` are joined in order of dependency. */
  readonly defects: SentencesOf<Record<DefectKind, { ids: 'text' }>>;
  /** The same for plans, with their files. */
  readonly planDefects: SentencesOf<Record<PlanDefectKind, { ids: 'text'; files: 'text' }>>;
  /** Problems of a plan file; printed after its path. */
  readonly planProblems: SentencesOf<Record<PlanProblemCode, { key: 'text'; detail: 'text' }>>;
  /** Results of `harness provider`, and the warning about an old program. */
  readonly addOns: SentencesOf<{
    /** Follows the state of an add-on. */
    purpose: { name: 'text' };
    'is-missing': { command: 'text' };
    'is-added': { version: 'text'; tested: 'text' };
    'is-beside': { version: 'text' };
    confirm: { packages: 'text'; megabytes: 'number' };
    added: { packages: 'text'; path: 'text' };
    unneeded: { name: 'text'; path: 'text' };
    removed: { path: 'text' };
    'not-there': { path: 'text' };
    declined: None;
    'program-warning': { program: 'text'; version: 'text'; tested: 'text'; update: 'text' };
  }>;
  /** Results of commands about documents of the repository: context, learnings, roadmap, validate. */
  readonly documents: SentencesOf<
    {
      'context.added': { path: 'text'; target: 'text' };
      'context.too-long': { maximum: 'number' };
      'learnings.pruned': { archived: 'number'; left: 'number'; file: 'text' };
      'learnings.unchanged': { left: 'number' };
      'roadmap.changed': { count: 'number' };
      'roadmap.unchanged': None;
      'roadmap.kept': { name: 'text' };
      'sessions.unreadable': { path: 'text' };
      'validate.no-check': None;
      'validate.valid': None;
      'validate.not-json': { path: 'text' };
      'validate.wrong-value': { path: 'text'; key: 'text'; expected: 'text'; found: 'text' };
      'validate.unusable': { path: 'text'; why: 'text' };
      'validate.documents': { count: 'number' };
      'validate.more': { count: 'number' };
    } & Record<`roadmap.${KeepReason}`, None> & {
        // Problems and warnings of a subsystem spec; printed after its file and the path inside it.
        [Code in keyof SpecCodes as `spec.${Code}`]: SpecCodes[Code];
      }
  >;
  /** Result of `harness trust`, and warnings of a git filter that does not run and of a file that is not obeyed. */
  readonly trust: SentencesOf<{
    accepted: None;
    unchanged: None;
    withoutFilter: { path: 'text'; detail: 'text' };
    otherConfig: { path: 'text' };
  }>;
  /** Why the control server refused, and the next command. */
  readonly control: RefusalTexts<ControlRefusalTypes>;
  /** Notifications, and the message if the notify command fails. */
  readonly news: SentencesOf<typeof notificationCodes>;
  readonly report: SentencesOf<typeof reportCodes>;
  readonly proof: SentencesOf<typeof proofCodes>;
  /** Final lines of the release gate and the fidelity check, and the result of `harness knowledge-pipeline`. */
  readonly gates: SentencesOf<{
    ready: { spec: 'text' };
    unready: { spec: 'text'; count: 'number' };
    report: { path: 'text' };
    marked: { path: 'text' };
    'knowledge.pass': KnowledgeTotals;
    'knowledge.warn': KnowledgeTotals;
    'knowledge.fail': KnowledgeTotals;
    'knowledge.abstain': { path: 'text' };
    'knowledge.more': { count: 'number' };
    'knowledge.unread': { path: 'text' };
    'knowledge.draft': { path: 'text' };
  }>;
}
