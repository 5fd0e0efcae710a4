/** The inbox as files: a message is linked into place, so the first under an id wins and no reader sees half of one. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  type FSWatcher,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import { type Inbox, type Message, messageSchema, type Received } from '../inbox.ts';
import { makeFolder, onDisk, readJson, syncFolder, writeAll } from './folder.ts';

/** A watcher can be missing (some network folders): then a look now and again is the wake-up. */
const lookEveryMs = 1_000;

export function fileInbox(folder: string): Inbox {
  let seen = 0;
  return {
    async put(id, message) {
      makeFolder(folder);
      const target = join(folder, `${id}.json`);
      return onDisk(target, () => linkOnce(folder, target, message));
    },
    async reject(id) {
      const path = join(folder, `${id}.json`);
      if (existsSync(path)) putAside(path);
    },
    async read() {
      const names = messagesIn(folder);
      seen = names.length;
      const received = names.flatMap((name): Received[] => {
        const message = readMessage(join(folder, name));
        return message ? [{ id: name.slice(0, -'.json'.length), message }] : [];
      });
      return received.sort((a, b) => a.message.atMs - b.message.atMs);
    },
    changed(signal) {
      makeFolder(folder);
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const watcher: FSWatcher = watch(folder, { persistent: false }, done);
        const timer = setTimeout(done, lookEveryMs);
        signal.addEventListener('abort', done, { once: true });
        watcher.on('error', done);
        if (messagesIn(folder).length !== seen) done(); // it came between the look and the watch
        function done() {
          clearTimeout(timer);
          watcher.close();
          signal.removeEventListener('abort', done);
          resolve();
        }
      });
    },
  };
}

const messagesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.')) : [];

function linkOnce(folder: string, target: string, message: Message): Message | undefined {
  const draft = join(folder, `.${randomUUID()}`);
  const fd = openSync(draft, 'wx', 0o600);
  try {
    writeAll(fd, Buffer.from(`${JSON.stringify(message)}\n`));
    fsyncSync(fd);
    return linkOrRead(draft, target, folder);
  } finally {
    closeSync(fd);
    unlinkSync(draft);
  }
}

function linkOrRead(draft: string, target: string, folder: string): Message | undefined {
  for (;;) {
    try {
      linkSync(draft, target);
      syncFolder(folder);
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const earlier = readMessage(target);
    if (earlier) return earlier; // an unreadable one was put aside: the place is free again
  }
}

/** A file that is no message must not hold the place of an answer for ever: it is put aside, not deleted. */
function readMessage(path: string): Message | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // put aside by another process just now
    throw error;
  }
  const message = messageSchema.safeParse(readJson(text));
  if (message.success) return message.data;
  putAside(path);
  return undefined;
}

const putAside = (path: string) => renameSync(path, `${path}.unreadable-${randomUUID().slice(0, 8)}`);
