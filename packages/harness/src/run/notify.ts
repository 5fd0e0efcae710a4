/**
 * Tells people who are not there (MO-02): the command of the setting `notify` is called as `<command> <kind> <message> <folder>`.
 *
 * That something is told stands in the journal before the fact itself, in one append; the command is called when both are on the
 * disk. So a resume tells nothing twice. It is called beside the run: it cannot fail it, and it is not waited for but at the end.
 */

import { answerIn, headerOf, questionId } from '@harness/core/effects/question';
import { Refusal } from '@harness/core/failure/refusal';
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
import { loadConfig } from '../settings/config.ts';

/** Long enough for a message to go out, short enough for a command that ends. */
const timeoutMs = 10_000;
const longest = 1_000;

/** Answers with why the command did not take it; nothing when it did. No key is in what it is told. */
export const notify = (root: string, command: string, kind: string, message: string): Promise<string | undefined> => {
  const text = printable(ownRedactor().text(message)).trim().slice(0, longest);
  return runUserCommand({ command, args: [kind, text, root], cwd: root, timeoutMs });
};

export interface NotifiedRun {
  readonly root: string;
  readonly run: string;
  readonly workflow: string;
  readonly language: string | undefined;
  /** Whoever sits at the terminal sees a question. */
  readonly isAttended: boolean;
  /** The people of a rehearsal. */
  readonly script: Pick<Script, 'people'>;
  /** An invalid configuration sends no notification, instead of a refusal: a run must always be stoppable. */
  readonly toleratesBadConfig?: boolean;
  warn(text: string): void;
}

export interface Notifier {
  readonly remarks: World['remarks'] | undefined;
  see(seen: Observation): void;
  crash(error: unknown): void;
  /** Resolves when everything that was to be told is told, or was given up. */
  settled(): Promise<void>;
}

/** Nobody is told anything. */
const silent: Notifier = { remarks: undefined, see: () => {}, crash: () => {}, settled: async () => {} };

export async function createNotifier(watched: NotifiedRun): Promise<Notifier> {
  const command = await notifyCommand(watched);
  return command === undefined ? silent : notifierWith(command, watched);
}

async function notifyCommand({ root, toleratesBadConfig = false }: NotifiedRun): Promise<string | undefined> {
  try {
    return (await loadConfig(root, {}, process.env)).notify;
  } catch (error) {
    if (toleratesBadConfig && error instanceof Refusal) return undefined;
    throw error;
  }
}

function notifierWith(
  command: string,
  { root, run, workflow, language, isAttended, script, warn }: NotifiedRun,
): Notifier {
  const messages = messagesFor(language);
  const words = messages.news;
  const waiting = new Map<string, string>(); // written down, and not yet on the disk
  const calls: Promise<void>[] = [];
  let isWarned = false;
  let title = run;

  const call = async (kind: string, message: string) => {
    const detail = await notify(root, command, kind, message);
    if (detail === undefined || isWarned) return;
    isWarned = true;
    warn(`${words.untold({ kind, detail })}\n`);
  };
  const isKnown = (news: Notification) => {
    if (!('input' in news)) return false;
    const header = headerOf(news.input);
    const person = personFor(script, { header, item: news.input.item, nth: news.nth });
    return isAttended || (person !== undefined && answerIn(news.input, person.choose) !== undefined);
  };

  return {
    remarks(member, log, fact) {
      if (fact.type === 'started' && member === run) title = titleOf(fact.title);
      const own = { run: member, title: titleOf(log.title) };
      return notificationFor(log, fact, isUnit(member, workflow)).flatMap((news, n): readonly NewEntry[] => {
        if (isKnown(news)) return [];
        const event = `${member}/${log.length + n}`;
        waiting.set(event, messageOf(news, own));
        return [{ type: 'noted', code: 'news.told', params: { kind: news.kind, event } }];
      });
    },
    see(seen) {
      if (seen.type !== 'entry' || seen.entry.type !== 'noted' || seen.entry.code !== 'news.told') return;
      const { kind, event } = seen.entry.params;
      const message = waiting.get(String(event));
      if (message !== undefined && waiting.delete(String(event))) calls.push(call(String(kind), message));
    },
    crash: (error) => {
      const next = `harness resume ${rootOf(run)}`;
      calls.push(call('crash', words.crash({ title, detail: (error as Error).message, next })));
    },
    settled: async () => void (await Promise.all(calls)),
  };

  function messageOf(news: Notification, { run: member, title: named }: { run: string; title: string }): string {
    if ('input' in news) {
      const { kind, input, key } = news;
      const text = `${headerOf(input)}: ${questionText(messages, input.code).question(input.params)}`;
      const next = `harness answer ${questionId(member, key)} "${input.choices[0]}"`;
      return notificationText(messages, kind, { title: named, detail: text, next });
    }
    if ('detail' in news)
      return notificationText(messages, news.kind, {
        title: named,
        detail: news.detail,
        next: `harness show ${rootOf(member)}`,
      });
    if (news.kind === 'done') return words.done({ title: named, next: `harness show ${member}` });
    const { because, end } = news;
    const why = because ? failureText(messages, because) : messages.report.endedAs({ end });
    const next = end === 'parked' ? `harness resume ${rootOf(member)}` : `harness show ${member}`;
    return words[news.kind]({ title: named, why, next });
  }
}

const titleOf = (title: string): string => {
  const line = firstLineOf(title);
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};
