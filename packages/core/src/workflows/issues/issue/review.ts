/** Reviews all committed groups together: every invariant of the affected subsystems, and the second test tier (I-41 to I-47). */
import { nextCheck, nextCheckStep, type RedCheck } from '../../../checks/check-round.ts';
import { agent } from '../../../effects/agent.ts';
import { checkEvidence, type Invariant, scopeReview } from '../../../effects/issues.ts';
import { act } from '../../../effects/operation.ts';
import { ask } from '../../../effects/question.ts';
import { issuesCodes } from '../codes.ts';
import type { TierResult } from '../record/comments.ts';
import {
  type CheckedInvariant,
  countPassed,
  invariantClaims,
  invariantText,
  isJudged,
  provedByCommands,
  settleJudged,
} from '../record/invariant-report.ts';
import { issueReviewer } from '../roles/reviewer.ts';
import type { IssueReviewerInput } from '../roles/role-input.ts';
import { isAttended } from '../settings.ts';
import { isContextFull, isFailedIssue, withoutAnswer } from './call-end.ts';
import { doubts } from './check.ts';
import { invariantCommands, unique } from './commands.ts';
import type { ChangeGroup, IssueState, PlannedIssue, ReviewedIssue, Reviewing } from './job.ts';
import {
  committedEnds,
  issueFailed,
  issueParts,
  issueStep,
  toFix,
  toPause,
  toReset,
  withRecordNotes,
} from './state.ts';

export const issueReviewSteps = [
  issueStep({
    at: 'scoping',
    to: ['checking-whole', 'reviewing', 'failed'],
    needs: ({ lane, record }) => ({ scoped: act(scopeReview, { base: record.before, head: lane.base }) }),
    next: (state, { scoped }) => {
      if (!scoped.ok) return issueFailed(scoped.failure);
      const scope = scoped.value;
      const tier1: TierResult = scope.tier1.length === 0 ? 'none' : 'PASS';
      const reviewing: Reviewing = { ...issueParts(state), scope, red: [], tier1 };
      const commands = unique([...invariantCommands(scope.invariants), ...scope.tier1]);
      return commands.length === 0
        ? { ...reviewing, at: 'reviewing' }
        : { ...reviewing, at: 'checking-whole', commands, unchecked: commands };
    },
  }),
  issueStep({
    at: 'checking-whole',
    to: ['checking-whole', 'reviewing', 'failed'],
    needs: ({ job, lane, commands, unchecked }) => ({
      report: nextCheck(
        { ...job.settings, rooms: true, checkout: {} },
        { path: lane.path, commit: lane.base, all: commands },
        unchecked,
      ),
    }),
    next: (state, { report }) => {
      const round = nextCheckStep({ left: state.unchecked, red: [] }, report);
      if (!round.ok) return issueFailed(round.failure);
      return afterCommand(state, round.value.left, round.value.red);
    },
  }),
  issueStep({
    at: 'reviewing',
    to: ['checking-claims', 'commenting-pause', 'resetting', 'failed'],
    needs: (state) => ({
      reviewed: agent(issueReviewer, { cwd: state.lane.path, checkpoint: state.lane.base }, wholeReview(state), {
        item: state.job.issue.id,
      }),
    }),
    next: (state, { reviewed }) => {
      if (reviewed.ok) return { ...reviewOf(state), at: 'checking-claims', answer: reviewed.value };
      const { failure } = reviewed;
      if (isContextFull(failure)) return toPause(state);
      if (!isFailedIssue(failure)) return issueFailed(failure);
      const { type, reason } = withoutAnswer('reviewer', failure);
      return toReset(state, `the review failed: ${reason}`, type);
    },
  }),
  issueStep({
    at: 'checking-claims',
    to: ['working', 'resetting', 'asking-warnings', 'commenting-pause', 'commenting-success', 'failed'],
    needs: ({ lane, scope, answer }) => ({
      evidence: act(checkEvidence, {
        commit: lane.base,
        claims: invariantClaims(scope.invariants.filter(isJudged), answer.invariants),
      }),
    }),
    next: (state, { evidence }) =>
      evidence.ok ? afterReview(state, evidence.value.missing) : issueFailed(evidence.failure),
  }),
  issueStep({
    at: 'asking-warnings',
    to: ['commenting-success', 'resetting', 'commenting-pause'],
    needs: ({ job: { issue }, reviewed: { warnings } }) => ({
      answer: ask(
        issuesCodes,
        'warnings',
        { issue: issue.id, count: warnings.length, warnings: warnings.join('\n') },
        { item: issue.id },
      ),
    }),
    next: (state, { answer: { choice } }) => {
      const { reviewed } = state;
      switch (choice) {
        case 'accept':
          return { ...issueParts(state), at: 'commenting-success', reviewed };
        case 'revert':
          return toReset(state, `a person reverted it because of ${reviewed.warnings.length} warnings`);
        case 'stop':
          return toPause(state);
      }
    },
  }),
] as const;

const reviewOf = ({ scope, red, tier1, ...state }: Reviewing): Reviewing => ({
  ...issueParts(state),
  scope,
  red,
  tier1,
});

type Whole = Extract<IssueState, { at: 'checking-whole' }>;

/** Commands of invariants all run; the second test tier stops at its first red command (IO-16). */
function afterCommand(state: Whole, left: readonly string[], nowRed: readonly RedCheck[]) {
  const { scope } = state;
  const [one] = nowRed;
  const isOfTier = one !== undefined && scope.tier1.includes(one.command);
  const red = [...state.red, ...nowRed];
  const tier1 = isOfTier ? 'FAIL' : state.tier1;
  const proves = invariantCommands(scope.invariants);
  const rest = tier1 === 'FAIL' ? left.filter((command) => proves.includes(command)) : left;
  const reviewing: Reviewing = { ...reviewOf(state), red, tier1 };
  return rest.length === 0
    ? ({ ...reviewing, at: 'reviewing' } as const)
    : ({ ...reviewing, at: 'checking-whole', commands: state.commands, unchecked: rest } as const);
}

function wholeReview(state: Extract<IssueState, { at: 'reviewing' }>): IssueReviewerInput {
  const { job, record, scope, red, tier1 } = state;
  const { goal, criteria, constraints, risks } = record.plan;
  return {
    issue: job.issue.id,
    text: job.issue.text,
    scope: 'issue',
    goal,
    criteria,
    constraints,
    risks,
    title: groupTitles(state).join('\n'),
    invariants: scope.invariants.filter(isJudged),
    diff: scope.diff,
    facts: [...scope.warnings, ...red.map(({ command }) => `red: ${command}`), `tier1: ${tier1}`],
  };
}

const groupTitles = ({ record }: PlannedIssue): readonly string[] =>
  record.plan.groups.map(({ title }, at) => {
    const end = record.ends[at];
    return `${at + 1}. ${title}${end === undefined || end.is === 'committed' ? '' : ` (not made: ${end.because})`}`;
  });

type Weighing = Extract<IssueState, { at: 'checking-claims' }>;

/** The results of all invariants: by their commands, or by the reviewer. */
export function checkedWhole(
  { answer, scope, red }: Pick<Weighing, 'answer' | 'scope' | 'red'>,
  missing: readonly string[],
): readonly CheckedInvariant[] {
  const commands = red.map(({ command }) => command);
  const judged = settleJudged(scope.invariants.filter(isJudged), answer.invariants, missing);
  return [...provedByCommands(scope.invariants, commands), ...judged];
}

function afterReview(state: Weighing, missing: readonly string[]) {
  const { answer, scope, record } = state;
  const checked = checkedWhole(state, missing);
  const noted = withRecordNotes(issueParts(state), { gaps: answer.gaps });
  const findings = findingsOf(state, checked);
  if (findings.length > 0) {
    const isFixable = answer.verdict !== 'FAIL' || answer.isFixable;
    return isFixable && record.fixesLeft > 0
      ? toFix(noted, fixGroup(state, scope.invariants), findings)
      : toReset(noted, `the review failed: ${findings.join('; ')}`);
  }
  const { files, tier1 } = scopeFacts(state);
  const warnings = allWarnings(state, checked);
  const reviewed: ReviewedIssue = { passed: countPassed(checked), total: checked.length, files, tier1, warnings };
  if (warnings.length < manyWarnings) return { ...noted, at: 'commenting-success', reviewed } as const;
  const asking = { ...noted, at: 'asking-warnings', reviewed } as const;
  return isAttended(state.job.settings, issuesCodes.questions.warnings.header)
    ? asking
    : ({ ...noted, at: 'commenting-pause', onto: asking } as const);
}

/** So many warnings are a reason to ask (IO-01). */
const manyWarnings = 3;

const scopeFacts = ({ scope, tier1 }: Reviewing) => ({ files: scope.files.slice(0, 50), tier1 });

/** Why the change must not stay; empty if it may. */
function findingsOf({ answer, tier1, job, red }: Weighing, checked: readonly CheckedInvariant[]): readonly string[] {
  const failed = checked.filter(({ result }) => result === 'FAIL').map(invariantText);
  const isTierRed = tier1 === 'FAIL' && job.settings.tier1Blocks;
  const tier = isTierRed ? red.map(({ command, tail }) => `$ ${command}\n${tail.slice(-1_000)}`) : [];
  if (answer.verdict !== 'FAIL') return [...failed, ...tier];
  const said = answer.warnings.length > 0 ? answer.warnings : ['the reviewer refused the change'];
  return [...failed, ...tier, ...said];
}

function allWarnings(state: Weighing, checked: readonly CheckedInvariant[]): readonly string[] {
  const { answer, record, scope, tier1 } = state;
  const ends = record.ends.flatMap((end, at) =>
    end.is === 'committed' ? [] : [`change group ${at + 1} was not made (${end.is}): ${end.because}`],
  );
  const tier = tier1 === 'FAIL' ? ['tier1 is red'] : [];
  return unique([
    ...record.warnings,
    ...ends,
    ...scope.warnings,
    ...doubts(checked),
    ...tier,
    ...answer.warnings,
  ]).slice(0, 20);
}

/** One more group over the files of all others. */
function fixGroup({ record }: PlannedIssue, invariants: readonly Invariant[]): ChangeGroup {
  const { groups } = record.plan;
  const all = (of: (group: ChangeGroup) => readonly string[]) => unique(groups.flatMap(of));
  return {
    title: 'repair the findings of the review',
    type: 'fix',
    changes: 'Repair what the review found, with the smallest change that removes its cause.',
    files: all(({ files }) => files),
    subsystems: all(({ subsystems }) => subsystems),
    invariants,
    tier0: all(({ tier0 }) => tier0),
    isFix: true,
  };
}

export const successGroups = ({ record }: PlannedIssue) => ({
  groups: committedEnds(record.ends).length,
  allGroups: record.plan.groups.length,
});
