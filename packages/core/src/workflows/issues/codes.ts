/** Codes of the issue loop. */
import { defineCodes } from '../../codes.ts';

/** A choice that catalogues name too. */
export const goOn = 'go on';

const issue = { issue: 'text' } as const;
const group = { n: 'number', of: 'number', title: 'text' } as const;

export const issuesCodes = defineCodes({
  refusals: {
    'issues.unknown-tracker': { exitCode: 2, params: { tracker: 'text', known: 'text' } },
    'issues.no-key': { exitCode: 2, params: { tracker: 'text', keys: 'text' } },
    'issues.no-project': { exitCode: 2, params: { tracker: 'text', form: 'text', detail: 'text?' } },
    'issues.no-label': { exitCode: 2, params: {} },
    'issues.unsafe-address': { exitCode: 2, params: { address: 'text' } },
    'issues.issue-folder': { exitCode: 2, params: { path: 'text', detail: 'text' } },
    'issues.bad-max': { exitCode: 2, params: { given: 'text' } },
    'issues.specs-broken': { exitCode: 2, params: { problems: 'text' } },
    'issues.no-branch': { exitCode: 2, params: {} },
    'issues.other-branch': { exitCode: 2, params: { branch: 'text' } },
    'issues.other-loop': { exitCode: 2, params: { run: 'text', tracker: 'text', project: 'text', label: 'text' } },
    'issues.unknown-action': { exitCode: 2, params: { given: 'text' } },
  },
  questions: {
    loop: {
      header: 'Loop',
      choices: ['restart', 'resume', 'stop'],
      params: { iteration: 'number', max: 'number', completed: 'number', failed: 'number', skipped: 'number' },
    },
    blocked: {
      header: 'Blocked',
      choices: [goOn, 'skip', 'stop'],
      params: { ...issue, title: 'text', questions: 'text' },
    },
    reset: {
      header: 'Reset',
      choices: ['Reset', 'Keep', 'Stop'],
      params: { ...issue, to: 'text', commits: 'text', files: 'text' },
    },
    warnings: {
      header: 'Warnings',
      choices: ['accept', 'revert', 'stop'],
      params: { ...issue, count: 'number', warnings: 'text' },
    },
  },
  progress: {
    'issues.started': { tracker: 'text', project: 'text', label: 'text', max: 'number' },
    'issues.claimed': { ...issue, iteration: 'number', max: 'number', title: 'text' },
    'issues.taken': { ...issue, by: 'text' },
    'issues.changed': { ...issue, how: 'text' },
    'issues.waiting': { ids: 'text' },
    'issues.planned': { groups: 'number', subsystems: 'text?' },
    'issues.plan-warning': { text: 'text' },
    'issues.plan-problems': { problems: 'text' },
    'issues.group': { ...group },
    'issues.group-retry': { n: 'number', because: 'text' },
    'issues.may-be-yours': { commit: 'text' },
    'issues.flake': { command: 'text' },
    'issues.invariant': { text: 'text' },
    'issues.committed': { subject: 'text', commit: 'text' },
    'issues.taken-out': { n: 'number', because: 'text', kept: 'text?' },
    'issues.blocked': { questions: 'text' },
    'issues.reviewed': { verdict: 'text', passed: 'number', total: 'number', count: 'number' },
    'issues.warning': { text: 'text' },
    'issues.fixing': { because: 'text' },
    'issues.reset': { commit: 'text' },
    'issues.gap': { id: 'text', title: 'text' },
    'issues.left': { ...issue, how: 'text' },
    'issues.completed': { ...issue, groups: 'number', of: 'number' },
    'issues.failed': { ...issue, because: 'text' },
    'issues.skipped': { ...issue },
    'issues.paused': { ...issue, done: 'number', of: 'number' },
    'issues.foreign': { files: 'text' },
    'issues.discovery': { interval: 'number' },
    'issues.patterns': { count: 'number', file: 'text' },
    'issues.stop-asked': {},
    'issues.max-reached': { max: 'number' },
  },
  sentences: {
    'issues.loop-totals': {
      completed: 'number',
      failed: 'number',
      skipped: 'number',
      failedIds: 'text?',
      skippedIds: 'text?',
    },
    'issues.continue': { command: 'text' },
    'issues.outage': { tracker: 'text', minutes: 'number' },
    'issues.ask-project': {},
    'issues.ask-label': { label: 'text' },
    'issues.ask-max': { max: 'number' },
  },
});
