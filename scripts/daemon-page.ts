/** docs/workflows/daemon.md: the daemon that works plans off. The diagram and the tables are drawn from the code. */
import { toMermaid } from '@harness/core/machine/mermaid';
import { messagesFor } from '@harness/core/messages/index';
import { lineText } from '@harness/core/messages/lookup';
import { queueEvents } from '@harness/core/workflows/queue/events';
import { queueMachine } from '@harness/core/workflows/queue/machine';
import { pauseReasons } from '@harness/core/workflows/queue/state';
import { watch } from '@harness/core/workflows/queue/watch';
import { block, code, page, table } from './markdown.ts';

const named = new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as Readonly<Record<string, string>>;

export const daemonPage = (): string =>
  page(
    '# daemon',
    'Works the [plans](plans.md) of a repository off by itself, one after the other: a night without a person. It looks for what was merged, picks the next plan whose dependencies are completed, carries it out to a merged pull request, and goes on.',
    block('sh', 'harness daemon start --detach\nharness daemon resume\nharness daemon status\nharness daemon stop'),
    'It boots paused: nothing is begun before `harness daemon resume`. Plans `9999-*` are for people and never picked; a plan whose dependencies are not completed, or that is blocked, is not picked either.',
    '## What may be said to it',
    table(
      ['command', 'what it does'],
      [
        [
          '`start [--detach] [--port N]`',
          'stays in front, or returns when it can be reached. Plans that are not in order are refused (exit 2), and so is a second daemon (exit 1)',
        ],
        ['`pause`, `resume`', 'no new plan is begun; what is worked on goes on'],
        ['`stop`', 'finishes the current plan, then leaves with exit 0; the next start boots paused'],
        [
          '`freeze`, `unfreeze`',
          'puts up `<stateDir>/FROZEN`: everything is held before its next step, also a plan in the middle. Unfrozen it goes on with that plan and stays paused',
        ],
        ['`unblock <id>`', 'lets a blocked plan be tried again'],
        ['`status [--json]`', 'where it stands: what is in `<stateDir>/state.json`'],
      ],
    ),
    'Everything that is said is a message in the inbox of its run: it is heard also by a daemon that was restarted meanwhile.',
    '## What happens to a plan',
    [
      '- **Merged**: its file is filed by a `chore:` commit, and what depends on it may begin.',
      '- **Rate limited**, in any phase: the call waits `daemon.rateLimitBackoffMs` (or longer, when the provider says so) and is repeated, `daemon.maxRateLimitRetries` times; what was done so far stays done. Then the plan is blocked.',
      '- **Failed** otherwise: it is blocked, with reason and time, and the others go on.',
      '- **Asking a person**: it is set aside, and others go on meanwhile. When it is answered (`harness questions`, `harness answer`) it goes on.',
      '- **Out of budget** (`budget.capUsd`, `budget.capTokens`): the queue pauses, because every further plan would meet the same cap. `budget.ceilingTokens` is only told, once.',
    ].join('\n'),
    '## Files',
    table(
      ['file below `<stateDir>`', 'what it is'],
      [
        [
          '`state.json`',
          'version 1: mode, lastMergeSha, active, blocked, waiting, history (the last 100), runsFired. A view of the journal, replaced in one step and synced; a corrupt one is kept aside and made anew, an unknown version is refused',
        ],
        ['`FROZEN`', 'the sign that freezes, whoever put it up'],
        ['`logs/<plan>-<run>.log`', 'what happened in that run, line by line'],
        ['`logs/daemon.log`', 'what a detached daemon says'],
        ['`task-runs/<plan>/<run>/`', 'the evidence of the end-to-end run, and `tokens-used.json`: one record a line'],
        ['`daemon.json`', 'the pid of the daemon and of the process that looks after it'],
      ],
    ),
    '## When it dies',
    'A small process looks after the daemon. One that dies, or gives no sign of life for `daemon.hangMs`, is started again, later each time and at most five times in a row, and the history says so. It goes on where it was: the queue, and the plan that was being worked on. SIGTERM and Ctrl-C park what is being done (exit 143 and 130); nothing is lost. When the process that looks after it dies, the daemon parks too.',
    'While nothing happens nothing is written: a watch beside the queue polls every `daemon.tickMs` and tells it when something was merged or a plan file changed. After 5,000 moves a successor takes over from its state.',
    '## History',
    table(
      ['event', 'it says'],
      queueEvents.map((event) => [code(event), lineText(messagesFor('en'), { code: `queue.${event}`, params: named })]),
    ),
    `It pauses by itself for ${pauseReasons.map(code).join(', ')}.`,
    '## As it runs',
    block('mermaid', toMermaid(queueMachine)),
    'The watch beside it:',
    block('mermaid', toMermaid(watch)),
  );
