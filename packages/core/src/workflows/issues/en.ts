/** The English texts of the issue loop. */
import type { Catalogue } from '../../codes.ts';
import { shellQuote } from '../../text/shell-quote.ts';
import type { IssueChange } from '../../tracker/issue.ts';
import { goOn, type issuesCodes } from './codes.ts';

const help = 'harness issues --help';
const plural = (count: number, noun: string, many = `${noun}s`) => `${count} ${count === 1 ? noun : many}`;
const inBrackets = (ids: string | undefined) => (ids === undefined ? '' : ` (${ids})`);
const keptText = (kept: string | undefined) => (kept === undefined ? '' : `; kept under ${kept}`);

/** Verbs for a person's change of an issue, if the code is none. */
const changeWords: Readonly<Record<string, string>> = { gone: 'deleted' } satisfies Partial<
  Record<IssueChange, string>
>;
const changeWord = (how: string) => changeWords[how] ?? how;

export const en: Catalogue<typeof issuesCodes> = {
  refusals: {
    'issues.unknown-tracker': ({ tracker, known }) => ({
      message: `Unknown tracker "${tracker}". Known trackers: ${known}.`,
      next: 'harness issues --tracker local --project <name>',
    }),
    'issues.no-key': ({ tracker, keys }) => ({
      message: `The tracker "${tracker}" needs a key. Set ${keys}.`,
      next: 'harness doctor',
    }),
    'issues.no-project': ({ tracker, form, detail }) => ({
      message: `The tracker "${tracker}" needs a project${detail ? `: ${detail}` : ''}. Name it with --project, or set tracker.project.`,
      next: `harness issues --tracker ${tracker} --project ${form}`,
    }),
    'issues.no-label': () => ({
      message: 'The label is empty. It says which issues may be worked on.',
      next: 'harness issues --label ready',
    }),
    'issues.unsafe-address': ({ address }) => ({
      message: `The key of the tracker is sent only to https or to this machine, not to ${address}.`,
      next: 'harness doctor',
    }),
    'issues.issue-folder': ({ path, detail }) => ({
      message: `The folder of the local tracker cannot be used: ${detail}. The loop writes its comments there, so git must ignore it.`,
      next: `git status --ignored ${path}`,
    }),
    'issues.bad-max': ({ given }) => ({
      message: `--max must be a whole number from 1 on, not ${given}.`,
      next: 'harness issues start --max 20',
    }),
    'issues.specs-broken': ({ problems }) => ({
      message: `The subsystem specs cannot be used. No issue was touched.\n${problems}`,
      next: 'harness validate',
    }),
    'issues.no-branch': () => ({
      message: 'HEAD is detached. The issue loop commits on the branch of the checkout.',
      next: 'git switch <branch>',
    }),
    'issues.other-branch': ({ branch }) => ({
      message: `The issue loop works on the branch ${branch}, and the checkout is on another one.`,
      next: `git switch ${shellQuote(branch)}`,
    }),
    'issues.other-loop': ({ run, tracker, project, label }) => ({
      message: `An unfinished loop works on the issues labelled ${label} of ${project} (${tracker}). Continue it without these flags, or end it first.`,
      next: `harness stop ${run}`,
    }),
    'issues.unknown-action': ({ given }) => ({
      message: `Unknown action "${given}". Known: start, stop, status, stop-hook.`,
      next: help,
    }),
  },
  questions: {
    loop: {
      question: ({ iteration, max, completed, failed, skipped }) =>
        `The issue loop is not active. Its state file shows iteration ${iteration} of ${max}, ${completed} completed, ${failed} failed and ${skipped} skipped. How should it start?`,
      options: {
        restart: 'Count iterations from 1 again. Issues that are over are not worked on again.',
        resume: 'Keep the counters and continue.',
        stop: 'Start nothing.',
      },
    },
    blocked: {
      question: ({ issue, title, questions }) =>
        `${issue}, ${title}, needs an answer first:\n${questions}\nWhat should happen?`,
      options: {
        [goOn]: 'Plan again. Your notes ("Other", or --note) reach the planner as information.',
        skip: 'Write the questions into the issue and take the next one.',
        stop: 'Pause the loop here.',
      },
    },
    reset: {
      question: ({ issue, to, commits, files }) =>
        `The work on ${issue} failed and would be reset to ${to}. Others have work on top of that commit.${commits === '' ? '' : `\nCommits:\n${commits}`}${files === '' ? '' : `\nFiles:\n${files}`}\nReset it?`,
      options: {
        Reset: 'Reset all of it. Everything is kept under a ref first.',
        Keep: 'Leave the commits on the branch, and report the failure.',
        Stop: 'Pause the loop here.',
      },
    },
    warnings: {
      question: ({ issue, count, warnings }) =>
        `${issue} passed its review with ${count} warnings:\n${warnings}\nKeep it?`,
      options: {
        accept: 'Keep the change and close the issue.',
        revert: 'Undo the change and report a failure.',
        stop: 'Pause the loop here.',
      },
    },
  },
  progress: {
    'issues.started': ({ tracker, project, label, max }) =>
      `${tracker} tracker, project ${project}, label ${label}: at most ${plural(max, 'issue')}`,
    'issues.claimed': ({ issue, iteration, max, title }) => `iteration ${iteration}/${max}: ${issue} ${title}`,
    'issues.taken': ({ issue, by }) => `${issue} belongs to ${by}; next issue`,
    'issues.changed': ({ issue, how }) => `${issue} was ${changeWord(how)} by a person; next issue`,
    'issues.waiting': ({ ids }) => `blocked by other issues, and not picked: ${ids}`,
    'issues.planned': ({ groups, subsystems }) =>
      `plan: ${plural(groups, 'change group')}${subsystems === undefined ? '' : ` in ${subsystems}`}`,
    'issues.plan-warning': ({ text }) => `plan: ${text}`,
    'issues.plan-problems': ({ problems }) => `the plan does not fit, and is corrected: ${problems}`,
    'issues.group': ({ n, of, title }) => `change group ${n}/${of}: ${title}`,
    'issues.group-retry': ({ n, because }) => `change group ${n} is tried once more: ${because}`,
    'issues.may-be-yours': ({ commit }) =>
      `if you changed one of them, your version is kept: git restore --source=${commit} <file>`,
    'issues.flake': ({ command }) => `${command} runs once more without a change: it may be red by chance`,
    'issues.invariant': ({ text }) => text,
    'issues.committed': ({ subject, commit }) => `committed ${commit}: ${subject}`,
    'issues.taken-out': ({ n, because, kept }) => `no commit of change group ${n}: ${because}${keptText(kept)}`,
    'issues.blocked': ({ questions }) => `blocked: ${questions}`,
    'issues.reviewed': ({ verdict, passed, total, count }) =>
      `review: ${verdict}, invariants ${passed}/${total}${count === 0 ? '' : `, ${plural(count, 'warning')}`}`,
    'issues.warning': ({ text }) => `warning: ${text}`,
    'issues.fixing': ({ because }) => `the review asks for one fix: ${because}`,
    'issues.reset': ({ commit }) => `undone: the branch is at ${commit} again`,
    'issues.gap': ({ id, title }) => `opened ${id}, for a person to look at: ${title}`,
    'issues.left': ({ issue, how }) => `${issue} was ${changeWord(how)} by a person during the work; its status stays`,
    'issues.completed': ({ issue, groups, of }) => `${issue} is complete: ${groups}/${of} change groups`,
    'issues.failed': ({ issue, because }) => `${issue} failed: ${because}`,
    'issues.skipped': ({ issue }) => `${issue} is skipped; its questions are in the issue`,
    'issues.paused': ({ issue, done, of }) =>
      of === 0 ? `${issue} is paused before its plan` : `${issue} is paused: ${done}/${of} change groups are committed`,
    'issues.foreign': ({ files }) => `files with changes of a person stay as they are: ${files}`,
    'issues.discovery': ({ interval }) => `Discovery trigger: ${interval} issues completed since last discovery`,
    'issues.patterns': ({ count, file }) => `${plural(count, 'pattern')}, with proposals for you in ${file}`,
    'issues.stop-asked': () => 'a person asked the loop to stop',
    'issues.max-reached': ({ max }) => `${plural(max, 'issue')} worked on: the maximum is reached`,
  },
  sentences: {
    'issues.loop-totals': ({ completed, failed, skipped, failedIds, skippedIds }) =>
      `${completed} completed, ${failed} failed${inBrackets(failedIds)}, ${skipped} skipped${inBrackets(skippedIds)}`,
    'issues.outage': ({ tracker, minutes }) =>
      `no answer from the ${tracker} tracker: trying for up to ${minutes} minutes, Ctrl-C stops`,
    'issues.continue': ({ command }) => `The next start continues here: ${command}`,
    'issues.ask-project': () => 'Project whose issues to work on',
    'issues.ask-label': ({ label }) => `Label of issues that are ready (default ${label})`,
    'issues.ask-max': ({ max }) => `Maximum number of issues (default ${max})`,
  },
};
