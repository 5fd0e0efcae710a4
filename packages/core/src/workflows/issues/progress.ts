/** Progress lines of the loop and of its issues. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { GroupChange, ResetReport, ResolvedIssuePlan } from '../../effects/issues.ts';
import type { PublishResult } from '../../effects/publish-lane.ts';
import type { ClaimedIssue, FinishedIssue, FoundIssue } from '../../effects/tracker.ts';
import type { Outcome } from '../../failure/failure.ts';
import { issuesCodes } from './codes.ts';
import { groupFaultSummary } from './issue/fault-text.ts';
import type { IssueState, PlannedIssue } from './issue/job.ts';
import { checkedWhole } from './issue/review.ts';
import { currentGroup, indexOf } from './issue/state.ts';
import { commitSubject } from './record/commit-message.ts';
import { type CheckedInvariant, countPassed, invariantReport, provedByCommands } from './record/invariant-report.ts';
import { specGapIssue } from './record/spec-gap.ts';
import type { IssuesState, WithIssue } from './state.ts';

const message = progressOf(issuesCodes);
type Answers = Readonly<Record<string, unknown>>;
type Lines = readonly ProgressMessage[];

/** The value of an answer; `null` if it is absent or a failure. */
function readValue<Value>(answers: Answers, name: string): Value | null {
  const outcome = answers[name] as Outcome<Value> | undefined;
  return outcome?.ok ? outcome.value : null;
}

type Leaving = (from: never, answers: Answers, to: never) => Lines;
/** Messages of a machine by the state that it leaves. */
type LeavingOf<S extends { readonly at: string }> = {
  readonly [Name in S['at']]?: (from: Extract<S, { readonly at: Name }>, answers: Answers, to: S) => Lines;
};

export const loopProgress = (from: IssuesState, answers: Answers, to: IssuesState): Lines => [
  ...((loopMessages[from.at] as Leaving | undefined)?.(from as never, answers, to as never) ?? []),
  ...(to.at === 'left' ? [message('issues.stop-asked', {}, 'warn')] : []),
  ...(to.at === 'spent' ? [message('issues.max-reached', { max: to.settings.max }, 'warn')] : []),
];

const loopMessages: LeavingOf<IssuesState> = {
  opening(_, __, to) {
    if (!('settings' in to)) return [];
    const { scope, max } = to.settings;
    return [message('issues.started', { tracker: scope.kind, project: scope.project, label: scope.label, max })];
  },
  finding(_, answers) {
    const found = readValue<FoundIssue>(answers, 'found');
    return found?.is === 'none' && found.blocked.length > 0
      ? [message('issues.waiting', { ids: found.blocked.slice(0, 20).join(', ') })]
      : [];
  },
  claiming(from, answers) {
    const { issue } = from;
    const claimed = readValue<ClaimedIssue>(answers, 'claimed');
    switch (claimed?.is) {
      case undefined:
        return [];
      case 'claimed':
        return [beganIssue(from)];
      case 'taken':
        return [message('issues.taken', { issue: issue.id, by: claimed.by }, 'warn')];
      case 'changed':
        return [message('issues.changed', { issue: issue.id, how: claimed.how }, 'warn')];
    }
  },
  working: ({ settings }, _, to) =>
    to.at === 'discovering' ? [message('issues.discovery', { interval: settings.discoverInterval })] : [],
  halted: (_, __, to) => (to.at === 'working' ? [beganIssue(to)] : []),
  'writing-patterns'({ patterns }, answers) {
    const written = readValue<{ readonly file: string | null }>(answers, 'written');
    return written?.file ? [message('issues.patterns', { count: patterns.length, file: written.file }, 'good')] : [];
  },
};

/** An issue begins, or continues after a pause. */
const beganIssue = ({ settings: { max }, counters: { iteration }, issue }: WithIssue): ProgressMessage =>
  message('issues.claimed', { issue: issue.id, iteration, max, title: issue.title });

/** The last line of an issue; the marker of the loop follows it. */
function issueEnd(issue: string, to: IssueState): Lines {
  if (to.at === 'completed')
    return [message('issues.completed', { issue, groups: to.groups, of: to.allGroups }, 'good')];
  if (to.at === 'gave-up') return [message('issues.failed', { issue, because: to.failure.reason }, 'bad')];
  if (to.at === 'skipped') return [message('issues.skipped', { issue }, 'warn')];
  if (to.at !== 'paused') return [];
  const { ends = [], plan } = to.record ?? {};
  const done = ends.filter(({ is }) => is === 'committed').length;
  return [message('issues.paused', { issue, done, of: plan?.groups.length ?? 0 }, 'warn')];
}

export const issueProgress = (from: IssueState, answers: Answers, to: IssueState): Lines => [
  ...((issueMessages[from.at] as Leaving | undefined)?.(from as never, answers, to as never) ?? []),
  ...(to.at === 'working' ? beginning(from, to) : []),
  ...('job' in from ? issueEnd(from.job.issue.id, to) : []),
];

/** A group begins, or is tried once more. */
function beginning(from: IssueState, to: Extract<IssueState, { at: 'working' }>): Lines {
  if (from.at === 'restoring') return [];
  const n = indexOf(to) + 1;
  if (to.attempt === 1)
    return [message('issues.group', { n, of: to.record.plan.groups.length, title: currentGroup(to).title })];
  if (to.fault === null) return [];
  const retry = message('issues.group-retry', { n, because: groupFaultSummary(to.fault) }, 'warn');
  // An edit of a person during the call counts as the worker's, which is now asked to restore the file.
  const own = message('issues.may-be-yours', { commit: to.checkpoint.slice(0, 12) });
  return to.fault.is === 'outside' ? [retry, own] : [retry];
}

const issueMessages: LeavingOf<IssueState> = {
  'reading-foreign'(_, answers) {
    const files = readValue<GroupChange>(answers, 'survey')?.changed ?? [];
    return files.length === 0 ? [] : [message('issues.foreign', { files: files.slice(0, 20).join(', ') }, 'warn')];
  },
  planning: (_, __, to) =>
    to.at === 'commenting-blocked' ? [message('issues.blocked', { questions: to.questions.join(' ') }, 'warn')] : [],
  resolving(_, answers, to) {
    const resolved = readValue<ResolvedIssuePlan>(answers, 'resolved');
    if (resolved?.is === 'unresolved')
      return [message('issues.plan-problems', { problems: resolved.problems.slice(0, 5).join('; ') }, 'warn')];
    if (resolved === null || to.at !== 'working') return [];
    const { plan } = to.record;
    const subsystems = plan.subsystems.map(({ id, as }) => `${id} (${as})`).join(', ');
    return [
      message('issues.planned', { groups: plan.groups.length, ...(subsystems === '' ? {} : { subsystems }) }),
      ...resolved.warnings.map((text) => message('issues.plan-warning', { text }, 'warn')),
    ];
  },
  checking(from, _, to) {
    if (to.at === 'checking' && to.rerunsLeft < from.rerunsLeft)
      return to.unchecked.map((command) => message('issues.flake', { command }, 'warn'));
    return to.at === 'proving' || to.at === 'running-hooks' ? groupReport(from, []) : [];
  },
  'checking-evidence'(from, _, to) {
    if ('judged' in to) return groupReport(from, to.judged);
    if (to.at === 'working' && to.fault?.is === 'invariants') return groupReport(from, to.fault.failed);
    return [];
  },
  committing(from, answers) {
    const committed = readValue<PublishResult>(answers, 'committed');
    if (committed?.is !== 'published') return [];
    const subject = commitSubject(currentGroup(from));
    return [message('issues.committed', { subject, commit: committed.commit.slice(0, 12) }, 'good')];
  },
  'taking-out'(from, answers) {
    const out = readValue<{ readonly kept: string | null }>(answers, 'out');
    if (out === null || from.end === null) return [];
    const { because } = from.end;
    const kept = out.kept === null ? {} : { kept: out.kept };
    return [message('issues.taken-out', { n: indexOf(from) + 1, because, ...kept }, 'bad')];
  },
  'opening-dependency': (from, answers) => opened(answers, `Missing dependency: ${from.what}`),
  'checking-claims'(from, answers, to) {
    const reviewed = 'reviewed' in to ? to.reviewed : to.at === 'commenting-pause' ? pausedReview(to) : null;
    if (reviewed === null) return refused(from, answers, to);
    const { passed, total, warnings } = reviewed;
    const verdict = warnings.length === 0 ? 'PASS' : 'PASS_WITH_WARNINGS';
    return [
      message('issues.reviewed', { verdict, passed, total, count: warnings.length }, 'good'),
      ...warnings.map((text) => message('issues.warning', { text }, 'warn')),
    ];
  },
  resetting({ record }, answers) {
    const reset = readValue<ResetReport>(answers, 'reset');
    if (reset?.is !== 'reset') return [];
    return [message('issues.reset', { commit: record.before.slice(0, 12) }, 'warn')]; // a note says what was kept
  },
  finishing({ job }, answers) {
    const finished = readValue<FinishedIssue>(answers, 'finished');
    return finished?.is === 'changed'
      ? [message('issues.left', { issue: job.issue.id, how: finished.how }, 'warn')]
      : [];
  },
  'creating-gaps': ({ job, left: [gap] }, answers) =>
    gap === undefined ? [] : opened(answers, specGapIssue(job.issue.id, gap).title),
};

function refused(from: Extract<IssueState, { at: 'checking-claims' }>, answers: Answers, to: IssueState): Lines {
  const evidence = readValue<{ readonly missing: readonly string[] }>(answers, 'evidence');
  if (evidence === null) return [];
  const checked = checkedWhole(from, evidence.missing);
  const facts = { verdict: 'FAIL', passed: countPassed(checked), total: checked.length, count: 0 };
  const fault = to.at === 'working' ? to.fault : null;
  return [
    message('issues.reviewed', facts, 'bad'),
    ...(fault?.is === 'review' ? [message('issues.fixing', { because: groupFaultSummary(fault) }, 'warn')] : []),
  ];
}

const pausedReview = ({ onto }: Extract<IssueState, { at: 'commenting-pause' }>) =>
  onto !== null && 'reviewed' in onto ? onto.reviewed : null;

function opened(answers: Answers, title: string): Lines {
  const created = readValue<{ readonly issue: string; readonly isNew: boolean }>(answers, 'created');
  return created?.isNew ? [message('issues.gap', { id: created.issue, title })] : [];
}

/** The report of a group, one line per invariant (I-33, I-79). */
function groupReport(state: PlannedIssue, judged: readonly CheckedInvariant[]): Lines {
  const { invariants } = currentGroup(state);
  const checked = [...provedByCommands(invariants, []), ...judged];
  if (checked.length === 0) return [];
  const lines = invariantReport(indexOf(state) + 1, checked).split('\n');
  return lines.map((text) => message('issues.invariant', { text }, text.startsWith('- [FAIL]') ? 'bad' : 'plain'));
}
