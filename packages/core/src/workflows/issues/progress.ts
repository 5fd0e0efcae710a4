/** Progress lines of the loop and of its issues. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { GroupChange, ResetReport, ResolvedPlan } from '../../effects/issues.ts';
import type { PublishResult } from '../../effects/publish-lane.ts';
import type { ClaimedIssue, FinishedIssue, FoundIssue } from '../../effects/tracker.ts';
import type { Outcome } from '../../failure/failure.ts';
import { issuesCodes } from './codes.ts';
import { faultSummary } from './issue/fault-text.ts';
import type { IssueResult, IssueState, Planned } from './issue/job.ts';
import { currentGroup, indexOf } from './issue/state.ts';
import { commitSubject } from './record/commit-message.ts';
import { type CheckedInvariant, invariantLine, provedByCommands } from './record/invariant-report.ts';
import { specGapIssue } from './record/spec-gap.ts';
import type { IssuesState } from './state.ts';

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
  claiming({ settings: { max }, counters: { iteration }, issue }, answers) {
    const claimed = readValue<ClaimedIssue>(answers, 'claimed');
    switch (claimed?.is) {
      case undefined:
        return [];
      case 'claimed':
        return [message('issues.claimed', { issue: issue.id, iteration, max, title: issue.title })];
      case 'taken':
        return [message('issues.taken', { issue: issue.id, by: claimed.by }, 'warn')];
      case 'changed':
        return [message('issues.changed', { issue: issue.id, how: claimed.how }, 'warn')];
    }
  },
  working({ issue, settings }, answers, to) {
    const { result } = answers['work'] as { readonly result: IssueResult | null };
    const trigger =
      to.at === 'discovering' ? [message('issues.discovery', { interval: settings.discoverInterval })] : [];
    return [...(result === null ? [] : issueEnd(issue.id, result)), ...trigger];
  },
  'writing-patterns'({ patterns }, answers) {
    const written = readValue<{ readonly file: string | null }>(answers, 'written');
    return written?.file ? [message('issues.patterns', { count: patterns.length, file: written.file }, 'good')] : [];
  },
};

function issueEnd(issue: string, result: IssueResult): Lines {
  switch (result.at) {
    case 'completed':
      return [message('issues.completed', { issue, groups: result.groups, of: result.allGroups }, 'good')];
    case 'gave-up':
      return [message('issues.failed', { issue, type: result.failure.type, because: result.failure.reason }, 'bad')];
    case 'skipped':
      return [message('issues.skipped', { issue }, 'warn')];
    case 'paused': {
      const { ends = [], plan } = result.record ?? {};
      const done = ends.filter(({ is }) => is === 'committed').length;
      return [message('issues.paused', { issue, done, of: plan?.groups.length ?? 0 }, 'warn')];
    }
    case 'failed':
      return [];
  }
}

export const issueProgress = (from: IssueState, answers: Answers, to: IssueState): Lines => [
  ...((issueMessages[from.at] as Leaving | undefined)?.(from as never, answers, to as never) ?? []),
  ...(to.at === 'working' ? beginning(from, to) : []),
];

/** A group begins, or is tried once more. */
function beginning(from: IssueState, to: Extract<IssueState, { at: 'working' }>): Lines {
  if (from.at === 'restoring') return [];
  const n = indexOf(to) + 1;
  if (to.attempt === 1)
    return [message('issues.group', { n, of: to.record.plan.groups.length, title: currentGroup(to).title })];
  return to.fault === null ? [] : [message('issues.group-retry', { n, because: faultSummary(to.fault) }, 'warn')];
}

const issueMessages: LeavingOf<IssueState> = {
  'reading-foreign'(_, answers) {
    const files = readValue<GroupChange>(answers, 'survey')?.changed ?? [];
    return files.length === 0 ? [] : [message('issues.foreign', { files: files.slice(0, 20).join(', ') }, 'warn')];
  },
  planning: (_, __, to) =>
    'questions' in to ? [message('issues.blocked', { questions: to.questions.join(' ') }, 'warn')] : [],
  resolving(_, answers, to) {
    const resolved = readValue<ResolvedPlan>(answers, 'resolved');
    if (resolved?.is === 'unresolved')
      return [message('issues.plan-problems', { problems: resolved.problems.slice(0, 5).join('; ') }, 'warn')];
    if (resolved === null || to.at !== 'working') return [];
    const { plan } = to.record;
    const subsystems = plan.subsystems.map(({ id, as }) => `${id} (${as})`).join(', ');
    return [
      message('issues.planned', { groups: plan.groups.length, subsystems: subsystems || '-' }),
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
  'checking-claims'(from, _, to) {
    if (to.at === 'working' && to.fault?.is === 'review')
      return [message('issues.fixing', { because: faultSummary(to.fault) }, 'warn')];
    const reviewed = 'reviewed' in to ? to.reviewed : to.at === 'commenting-pause' ? pausedReview(to) : null;
    if (reviewed === null)
      return [
        message(
          'issues.reviewed',
          { verdict: 'FAIL', passed: 0, total: from.scope.invariants.length, warnings: 0 },
          'bad',
        ),
      ];
    const { passed, total, warnings } = reviewed;
    const verdict = warnings.length === 0 ? 'PASS' : 'PASS_WITH_WARNINGS';
    return [message('issues.reviewed', { verdict, passed, total, warnings: warnings.length }, 'good')];
  },
  resetting({ record }, answers) {
    const reset = readValue<ResetReport>(answers, 'reset');
    if (reset?.is !== 'reset') return [];
    const kept = reset.kept === null ? {} : { kept: reset.kept };
    return [message('issues.reset', { commit: record.before.slice(0, 12), ...kept }, 'warn')];
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

const pausedReview = ({ onto }: Extract<IssueState, { at: 'commenting-pause' }>) =>
  onto !== null && 'reviewed' in onto ? onto.reviewed : null;

function opened(answers: Answers, title: string): Lines {
  const created = readValue<{ readonly issue: string; readonly isNew: boolean }>(answers, 'created');
  return created?.isNew ? [message('issues.gap', { id: created.issue, title })] : [];
}

/** The report of a group, one line per invariant (I-33, I-79). */
function groupReport(state: Planned, judged: readonly CheckedInvariant[]): Lines {
  const { invariants } = currentGroup(state);
  const checked = [...provedByCommands(invariants, []), ...judged];
  if (checked.length === 0) return [];
  return [
    message('issues.invariants', { n: indexOf(state) + 1 }),
    ...checked.map((one) =>
      message('issues.invariant', { line: invariantLine(one) }, one.result === 'FAIL' ? 'bad' : 'plain'),
    ),
  ];
}
