/** Reports queue events in the state file, in the logs of the plans and on the terminal. */

import type { Entry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import { failureText, lineText } from '@harness/core/messages/lookup';
import type { LineMark } from '@harness/core/views/line-codes';
import { sentencesOf } from '@harness/core/workflow';
import { type QueueView, queueView, type TimedQueueEvent } from '@harness/core/workflows/queue/document';
import type { QueueEventCode } from '@harness/core/workflows/queue/events';
import { type BlockReason, blockCodes } from '@harness/core/workflows/queue/state';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import { printable } from '../../render/printable.ts';
import type { Output } from '../../render/screen.ts';
import { createColours, withSymbol } from '../../render/symbols.ts';
import type { Listener } from '../../run/listener.ts';
import { createPlanLogs } from './plan-logs.ts';
import { writeQueueState } from './queue-state-file.ts';

export interface QueueReporter extends Listener {
  readonly view: QueueView;
  /** Reads the journals in the order of their entries, and writes the state file. */
  loaded(journals: readonly RunJournal[]): void;
}

interface ReporterOptions {
  readonly root: string;
  readonly run: string;
  readonly stateDir: string;
  readonly output: Output;
  /** Sends a notification if the event has a notification kind. */
  notify(happening: TimedQueueEvent, text: string): void;
}

export function createQueueReporter({ root, run, stateDir, output, notify }: ReporterOptions): QueueReporter {
  const { language } = output;
  const view = queueView(run, (because) => reasonText(because, language));
  const logs = createPlanLogs(root, messagesFor(language));
  const write = () => {
    const document = view.document();
    if (document) writeQueueState(root, stateDir, document);
  };
  return {
    view,
    loaded(journals) {
      for (const { run: known, entries } of journals) logs.know(known, entries);
      for (const { from, entry } of inTime(journals)) view.see(from, entry);
      write();
    },
    reload: ({ run: reopened, entries }) => logs.knowAgain(reopened, entries),
    see(seen) {
      if (seen.type !== 'entry') return;
      const { run: from, entry } = seen;
      const before = view.queue(); // the plan's last line still belongs to its log
      const happenings = view.see(from, entry);
      if (happenings.length > 0 || (from === run && isMove(entry))) write();
      logs.see(from, entry, from === run ? before : view.queue());
      for (const one of happenings) {
        const text = eventText(one, language);
        output.tell(
          `${one.at.slice(11, 19)} ${withSymbol(marks[one.event], printable(text), createColours(output.colour))}\n`,
        );
        notify(one, text);
      }
    },
  };
}

const isMove = ({ type }: Entry) => type === 'started' || type === 'moved' || type === 'upgraded';

/** All entries of all journals, ordered by time. */
const inTime = (journals: readonly RunJournal[]) =>
  journals
    .flatMap(({ run: from, entries }) => entries.map((entry) => ({ from, entry })))
    .sort((a, b) => a.entry.atMs - b.entry.atMs);

const isBlockCode = (code: string): code is (typeof blockCodes)[number] =>
  (blockCodes as readonly string[]).includes(code);

const reasonText = ({ code, params }: BlockReason, language: string | undefined): string =>
  isBlockCode(code)
    ? sentencesOf(queueWorkflow, language)[code]({})
    : failureText(messagesFor(language), { code, params });

function eventText({ event, planId = '', reason, params = {} }: TimedQueueEvent, language: string | undefined): string {
  const because = reason === undefined ? {} : { detail: reasonText({ code: reason, params } as BlockReason, language) };
  return lineText(messagesFor(language), { code: `queue.${event}`, params: { ...params, plan: planId, ...because } });
}

const marks: Readonly<Record<QueueEventCode, LineMark>> = {
  booted: 'plain',
  paused: 'warn',
  fidelity_blocked: 'bad',
  release_ready: 'good',
  budget_cap_reached: 'bad',
  plans_disordered: 'bad',
  resumed: 'plain',
  merge_seen: 'plain',
  plan_started: 'plain',
  plan_resumed: 'plain',
  plan_shipped: 'good',
  plan_blocked: 'bad',
  plan_unblocked: 'plain',
  plan_waiting: 'ask',
  plan_answered: 'ask',
  plan_unfinished: 'bad',
  rate_limited: 'warn',
  budget_ceiling_reached: 'warn',
  fidelity_started: 'plain',
  forge_away: 'bad',
  forge_back: 'good',
  stopping: 'warn',
  stopped: 'plain',
  daemon_restarted: 'warn',
};
