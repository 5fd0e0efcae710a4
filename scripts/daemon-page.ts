/** Generates docs/workflows/daemon.md. Tables and diagrams come from the code. */
import { toMermaid } from '@harness/core/machine/mermaid';
import { messagesFor } from '@harness/core/messages/index';
import { lineText } from '@harness/core/messages/lookup';
import { queueEvents } from '@harness/core/workflows/queue/events';
import { queueMachine } from '@harness/core/workflows/queue/machine';
import { pauseReasons } from '@harness/core/workflows/queue/state';
import { watch } from '@harness/core/workflows/queue/watch';
import { block, code, page, table } from './markdown.ts';

const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as Readonly<Record<string, string>>;

export const daemonPage = (): string =>
  page(
    '# daemon',
    'The daemon runs the [plans](plans.md) of a repository unattended, one after the other. It looks for merged plans, picks the next plan whose dependencies are completed, runs it to a merged pull request, and repeats.',
    block('sh', 'harness daemon start --detach\nharness daemon resume\nharness daemon status\nharness daemon stop'),
    'The daemon starts paused: it runs no plan before `harness daemon resume`. It never picks plans `9999-*`, blocked plans, or plans with unfinished dependencies.',
    '## Commands',
    table(
      ['command', 'what it does'],
      [
        [
          '`start [--detach] [--port N]`',
          'runs in the foreground, or in the background with `--detach`. Refuses invalid plan files (exit 2) and a second daemon (exit 1)',
        ],
        ['`pause`, `resume`', 'a paused daemon starts no new plan; the current plan continues'],
        ['`stop`', 'finishes the current plan, then exits 0; a frozen daemon exits at once. The next start is paused'],
        [
          '`freeze`, `unfreeze`',
          'creates or deletes `<stateDir>/FROZEN`. While the file exists, every run stops before its next step. After `unfreeze` the current plan continues and the daemon stays paused',
        ],
        [
          '`unblock <id>`',
          'allows a blocked plan to run again; if it failed after its work was done, it resumes at the failed step',
        ],
        ['`status [--json]`', 'shows the state of the queue, from `<stateDir>/state.json`'],
      ],
    ),
    'Each command is a message in the inbox of the queue run, so a daemon that restarts in between still receives it.',
    '## What happens to a plan',
    [
      '- **Merged**: a `chore:` commit moves its file to the completed plans, and plans that depend on it may start.',
      '- **Rate limited** in any phase: the call waits `daemon.rateLimitBackoffMs`, or longer if the provider says so, and is repeated up to `daemon.maxRateLimitRetries` times. Finished work is kept. Then the plan is blocked.',
      '- **Failed** for another reason: the plan is blocked, with reason and time, and the other plans continue. When it is unblocked, it resumes at the step that failed. It starts over if it failed before any work, if its file changed, or if a person ran it since. `harness run` of the unchanged plan is refused, because it would do the work again ([decision 64](../decisions/0064-a-failed-run-resumes-at-its-failed-step.md)).',
      '- **Waiting for a person**: the plan waits, and other plans run. After the answer (`harness questions`, `harness answer`) it continues.',
      '- **Out of budget** (`budget.capUsd`, `budget.capTokens`): the queue pauses, because every other plan would reach the same cap. Crossing `budget.ceilingTokens` is only reported, once.',
    ].join('\n'),
    '## Files',
    table(
      ['file below `<stateDir>`', 'content'],
      [
        [
          '`state.json`',
          'version 1: mode, lastMergeSha, active, blocked, waiting, history (the last 100), runsFired. A view of the journal, replaced atomically and synced. A corrupt file is kept aside and rebuilt; an unknown version is refused',
        ],
        ['`FROZEN`', 'freezes all work while it exists, whether a person or a program created it'],
        ['`logs/<plan>-<run>.log`', 'the progress lines of one run'],
        ['`logs/daemon.log`', 'the output of a detached daemon'],
        [
          '`task-runs/<plan>/<run>/`',
          'the evidence of the end-to-end run, and `tokens-used.json` with one record per line',
        ],
        ['`daemon.json`', 'the process ids of the daemon and of its supervisor'],
      ],
    ),
    '## Crashes',
    'A small supervisor process watches the daemon. If the daemon dies, or shows no activity for `daemon.hangMs`, the supervisor restarts it, with growing delays and at most five times in a row. The history records each restart. The daemon then continues with the queue and with the current plan. SIGTERM and Ctrl-C park the current work (exit 143 and 130). If the supervisor dies, the daemon parks too.',
    'An idle daemon writes nothing. A child run polls every `daemon.tickMs` and signals the queue when a plan was merged or a plan file changed. After 5,000 moves a new run continues from the state of the queue.',
    '## History',
    table(
      ['event', 'message'],
      queueEvents.map((event) => [
        code(event),
        lineText(messagesFor('en'), { code: `queue.${event}`, params: placeholders }),
      ]),
    ),
    `The queue pauses automatically for ${pauseReasons.map(code).join(', ')}.`,
    '## State machine',
    block('mermaid', toMermaid(queueMachine)),
    'The child run that polls:',
    block('mermaid', toMermaid(watch)),
  );
