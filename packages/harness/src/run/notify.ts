/**
 * Notifies people who are away (MO-02): runs the command of the setting `notify` as `<command> <kind> <message> <folder>`.
 *
 * One append writes a note and then its fact; the command runs when both are on disk. So a resume repeats no notification.
 * The command runs beside the run and cannot fail it; only the end of the process waits for it.
 */

import { answerCommand, headerOf, parseAnswer, questionId } from '@harness/core/effects/question';
import type { NewEntry } from '@harness/core/journal/journal';
import { messagesFor } from '@harness/core/messages/index';
import { failureText, notificationText, questionText } from '@harness/core/messages/lookup';
import { type Notification, notificationFor } from '@harness/core/notification';
import { isUnit } from '@harness/core/views/unit';
import { personFor } from '@harness/effects/agent/scripted/people';
import type { Script } from '@harness/effects/agent/scripted/script';
import { runUserCommand } from '@harness/effects/process/user-command';
import { ownRedactor } from '@harness/effects/secret/redactor';
import { rootOf } from '@harness/engine/store/store';
import type { Observation, World } from '@harness/engine/world';
import { firstLineOf, printable } from '../render/printable.ts';
import { loadConfig, loadValidConfig } from '../settings/config.ts';

/** Enough to send a message, and short enough for a command that is about to end. */
const timeoutMs = 10_000;
const maxCharacters = 1_000;

/** Returns why the command failed; `undefined` if it succeeded. Keys are redacted from the message. */
export const runNotifyCommand = (
  root: string,
  command: string,
  kind: string,
  message: string,
): Promise<string | undefined> => {
  const text = printable(ownRedactor().text(message)).trim().slice(0, maxCharacters);
  return runUserCommand({ command, args: [kind, text, root], cwd: root, timeoutMs });
};

export interface NotifiedRun {
  readonly root: string;
  readonly run: string;
  readonly workflow: string;
  readonly language: string | undefined;
  /** True if the user sits at the terminal and sees questions there. */
  readonly isAttended: boolean;
  readonly script: Pick<Script, 'people'>;
  /** With an invalid configuration, sends no notification instead of refusing: a run must always be stoppable. */
  readonly toleratesBadConfig?: boolean;
  warn(text: string): void;
}

export interface Notifier {
  readonly remarks: World['remarks'] | undefined;
  see(observation: Observation): void;
  crash(error: unknown): void;
  /** Resolves when all commands have ended. */
  settled(): Promise<void>;
}

const noNotifier: Notifier = { remarks: undefined, see: () => {}, crash: () => {}, settled: async () => {} };

export async function createNotifier(run: NotifiedRun): Promise<Notifier> {
  const config = await (run.toleratesBadConfig ? loadValidConfig : loadConfig)(run.root);
  return config?.notify === undefined ? noNotifier : createCommandNotifier(config.notify, run);
}

function createCommandNotifier(
  command: string,
  { root, run, workflow, language, isAttended, script, warn }: NotifiedRun,
): Notifier {
  const messages = messagesFor(language);
  const words = messages.news;
  const waiting = new Map<string, string>(); // noted, but not yet on disk
  const calls: Promise<void>[] = [];
  let isWarned = false;
  let title = run;

  const call = async (kind: string, message: string) => {
    const detail = await runNotifyCommand(root, command, kind, message);
    if (detail === undefined || isWarned) return;
    isWarned = true;
    warn(`${words.untold({ kind, detail })}\n`);
  };
  const isHandled = (notification: Notification) => {
    if (!('input' in notification)) return false;
    const header = headerOf(notification.input);
    const person = personFor(script, { header, item: notification.input.item, nth: notification.nth });
    return isAttended || (person !== undefined && parseAnswer(notification.input, person.choose) !== undefined);
  };

  return {
    remarks(member, log, fact) {
      if (fact.type === 'started' && member === run) title = titleOf(fact.title);
      const source = { run: member, title: titleOf(log.title) };
      return notificationFor(log, fact, isUnit(member, workflow)).flatMap((notification, n): readonly NewEntry[] => {
        if (isHandled(notification)) return [];
        const event = `${member}/${log.length + n}`;
        waiting.set(event, messageOf(notification, source));
        return [{ type: 'noted', code: 'news.told', params: { kind: notification.kind, event } }];
      });
    },
    see(observation) {
      const entry = observation.type === 'entry' ? observation.entry : undefined;
      if (entry?.type !== 'noted' || entry.code !== 'news.told') return;
      const { kind, event } = entry.params;
      const message = waiting.get(String(event));
      if (message !== undefined && waiting.delete(String(event))) calls.push(call(String(kind), message));
    },
    crash: (error) => {
      const next = `harness resume ${rootOf(run)}`;
      calls.push(call('crash', words.crash({ title, detail: (error as Error).message, next })));
    },
    settled: async () => void (await Promise.all(calls)),
  };

  function messageOf(
    notification: Notification,
    { run: member, title: named }: { run: string; title: string },
  ): string {
    if ('input' in notification) {
      const { kind, input, key } = notification;
      const text = `${headerOf(input)}: ${questionText(messages, input.code).question(input.params)}`;
      const next = answerCommand(questionId(member, key), input.choices[0] ?? '');
      return notificationText(messages, kind, { title: named, detail: text, next });
    }
    if ('detail' in notification)
      return notificationText(messages, notification.kind, {
        title: named,
        detail: notification.detail,
        next: `harness show ${rootOf(member)}`,
      });
    if (notification.kind === 'done') return words.done({ title: named, next: `harness show ${member}` });
    const { because, end } = notification;
    const why = because ? failureText(messages, because) : messages.report.endedAs({ end });
    const next = end === 'parked' ? `harness resume ${rootOf(member)}` : `harness show ${member}`;
    return words[notification.kind]({ title: named, why, next });
  }
}

const titleOf = (title: string): string => {
  const line = firstLineOf(title);
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};
