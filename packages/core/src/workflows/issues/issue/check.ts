/** Checks a saved group: its files, the tests of the base, its commands, and its invariants (I-33, I-34, I-66, I-67). */
import { nextCheck, nextCheckStep, type RedCheck, testBase } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import { inspectTests } from '../../../effects/git.ts';
import { checkEvidence, surveyGroup } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { type CheckedInvariant, invariantClaims, isJudged, settleJudged } from '../record/invariant-report.ts';
import { issueReviewer } from '../roles/reviewer.ts';
import type { IssueReviewerInput } from '../roles/role-input.ts';
import { isContextFull, isFailedIssue, withoutAnswer } from './call-end.ts';
import { groupCommands, invariantCommands } from './commands.ts';
import { toCommit, toGroupProof } from './commit.ts';
import type { Attempted, IssueState } from './job.ts';
import { attemptParts, currentGroup, groupParts, issueFailed, issueStep, withRecordNotes } from './state.ts';
import { toSecondAttempt } from './work.ts';

export const groupCheckSteps = [
  issueStep({
    at: 'inspecting',
    to: ['checking', 'judging', 'proving', 'running-hooks', 'committing', 'working', 'taking-out', 'failed'],
    needs: (state) => ({
      survey: act(surveyGroup, {
        lane: state.lane,
        checkpoint: state.checkpoint,
        files: currentGroup(state).files,
      }),
      inspected: act(inspectTests, {
        lane: state.lane,
        checkpoint: state.checkpoint,
        checks: groupCommands(state),
        ...testFilesOf(state),
      }),
    }),
    next: (state, { survey, inspected }) => {
      if (!survey.ok) return issueFailed(survey.failure);
      if (!inspected.ok) return issueFailed(inspected.failure);
      const { changed, outside, diff } = survey.value;
      if (outside.length > 0) return toSecondAttempt(state, { is: 'outside', files: outside.slice(0, maxNamed) });
      if (changed.length === 0) return toSecondAttempt(state, { is: 'no-change' });
      const weakened = [...new Set(inspected.value.weakened.map(({ file }) => file))];
      if (weakened.length > 0) return toSecondAttempt(state, { is: 'tests', files: weakened.slice(0, maxNamed) });
      const commands = groupCommands(state);
      const attempt = { ...attemptParts(state), diff };
      return commands.length === 0
        ? toJudging(attempt)
        : { ...attempt, at: 'checking', commands, unchecked: commands, red: [] };
    },
  }),
  issueStep({
    at: 'checking',
    to: ['checking', 'judging', 'proving', 'running-hooks', 'committing', 'working', 'taking-out', 'failed'],
    needs: (state) => ({
      report: nextCheck(
        { ...state.job.settings, rooms: true, checkout: {} },
        {
          path: state.lane.path,
          commit: state.checkpoint,
          all: state.commands,
          base: isTest(state) ? testBase(state.lane.base, state.job.settings.testFiles, undefined) : undefined,
        },
        state.unchecked,
      ),
    }),
    next: (state, { report }) => {
      const round = nextCheckStep({ left: state.unchecked, red: state.red }, report);
      if (!round.ok) return issueFailed(round.failure);
      const { left, red, lost = [] } = round.value;
      if (lost.length > 0)
        return toSecondAttempt(state, { is: 'tests', files: lost.map(({ file, detail }) => `${file}: ${detail}`) });
      if (left.length > 0) return { ...state, unchecked: left, red };
      if (red.length === 0) return toJudging(attemptParts(state));
      return mayBeFlaky(state, red) ? repeated(state, red) : toSecondAttempt(state, { is: 'red', red });
    },
  }),
  issueStep({
    at: 'judging',
    to: ['checking-evidence', 'taking-out', 'failed'],
    needs: (state) => ({
      reviewed: agent(issueReviewer, { cwd: state.lane.path, checkpoint: state.checkpoint }, groupReview(state), {
        item: state.job.issue.id,
      }),
    }),
    next: (state, { reviewed }) => {
      if (reviewed.ok) return { ...attemptParts(state), at: 'checking-evidence', answer: reviewed.value };
      const { failure } = reviewed;
      if (isContextFull(failure)) return { ...groupParts(state), at: 'taking-out', end: null };
      if (!isFailedIssue(failure)) return issueFailed(failure);
      // Another version would not help a reviewer without an answer, so the group has no second attempt.
      const { reason: because } = withoutAnswer('reviewer', failure);
      return { ...groupParts(state), at: 'taking-out', end: { is: 'failed', because, isTransient: true } };
    },
  }),
  issueStep({
    at: 'checking-evidence',
    to: ['proving', 'running-hooks', 'working', 'taking-out', 'failed'],
    needs: ({ checkpoint, answer, ...state }) => ({
      evidence: act(checkEvidence, { commit: checkpoint, claims: invariantClaims(judgedOf(state), answer.invariants) }),
    }),
    next: (state, { evidence }) => {
      if (!evidence.ok) return issueFailed(evidence.failure);
      const { answer } = state;
      const judged = settleJudged(judgedOf(state), answer.invariants, evidence.value.missing);
      const failed = judged.filter(({ result }) => result === 'FAIL');
      const noted = withRecordNotes(attemptParts(state), { gaps: answer.gaps });
      if (failed.length > 0 || answer.verdict === 'FAIL')
        return toSecondAttempt(noted, { is: 'invariants', failed, said: answer.warnings });
      return toGroupProof({ ...withRecordNotes(noted, { warnings: [...answer.warnings, ...doubts(judged)] }), judged });
    },
  }),
] as const;

const maxNamed = 50;

const testFilesOf = ({ job: { settings } }: Attempted) => (settings.testFiles ? { testFiles: settings.testFiles } : {});

type Checking = Extract<IssueState, { at: 'checking' }>;

/** The command of an invariant alone is no test run, so it is not compared with the tests of the base. */
function isTest(state: Checking): boolean {
  const [command = ''] = state.unchecked;
  const { invariants, tier0 } = currentGroup(state);
  return tier0.includes(command) || !invariantCommands(invariants).includes(command);
}

/** A check that did not finish in time is not repeated: it would take as long again. */
const mayBeFlaky = ({ rerunsLeft }: Checking, red: readonly RedCheck[]): boolean =>
  rerunsLeft > 0 && red.every(({ log }) => log !== null);

/** Repeats the red commands once without a change, after the green ones, whose outputs they may need (IO-02). */
function repeated(state: Checking, red: readonly RedCheck[]) {
  const again = red.map(({ command }) => command);
  const green = state.commands.filter((command) => !again.includes(command));
  return {
    ...attemptParts(state),
    at: 'checking',
    rerunsLeft: state.rerunsLeft - 1,
    commands: [...green, ...again],
    unchecked: again,
    red: [],
  } as const;
}

/** Invariants without a command are judged by the reviewer. Files that hooks rewrote were judged before. */
function toJudging(state: Attempted) {
  if (state.hooked !== undefined) return toCommit({ ...state, judged: [] }, state.hooked);
  return judgedOf(state).length > 0 ? ({ ...state, at: 'judging' } as const) : toGroupProof({ ...state, judged: [] });
}

const judgedOf = (state: Pick<Attempted, 'record' | 'job' | 'lane' | 'foreign'>) =>
  currentGroup(state).invariants.filter(isJudged);

/** An invariant of which the reviewer is not sure is a warning. */
export const doubts = (judged: readonly CheckedInvariant[]): readonly string[] =>
  judged.flatMap(({ id, result, evidence }) => (result === 'WARN' ? [`${id}: ${evidence}`] : []));

function groupReview(state: Extract<IssueState, { at: 'judging' }>): IssueReviewerInput {
  const { job, record, diff } = state;
  const { goal, criteria, constraints, risks } = record.plan;
  const { title, changes } = currentGroup(state);
  return {
    issue: job.issue.id,
    text: job.issue.text,
    scope: 'group',
    goal,
    criteria,
    constraints,
    risks,
    title: `${title}\n\n${changes}`,
    invariants: judgedOf(state),
    diff,
    facts: groupCommands(state).map((command) => `green: ${command}`),
  };
}
