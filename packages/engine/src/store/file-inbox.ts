/** Keeps an inbox as files. The first message per id wins, and a reader never sees half a message. */
import { existsSync, type FSWatcher, readdirSync, readFileSync, renameSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Inbox, InboxMessage, Message } from '../inbox.ts';
import { createDurableFile, createFolder, readJson } from './durable-file.ts';

/** Polling interval for folders that cannot be watched, such as some network folders. */
const pollEveryMs = 1_000;

export function fileInbox(folder: string): Inbox {
  return {
    async put(id, message) {
      createFolder(folder);
      return createMessage(join(folder, `${id}.json`), message);
    },
    async reject(id) {
      const path = join(folder, `${id}.json`);
      if (existsSync(path)) moveAside(path);
    },
    async read() {
      const names = messagesIn(folder);
      const received: InboxMessage[] = [];
      for (const name of names) {
        const message = await readMessage(join(folder, name));
        if (message) received.push({ id: name.slice(0, -'.json'.length), message });
      }
      return received.sort((a, b) => a.message.atMs - b.message.atMs);
    },
    changed(seen, signal) {
      createFolder(folder);
      return new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const watcher: FSWatcher = watch(folder, { persistent: false }, done);
        const timer = setTimeout(done, pollEveryMs);
        signal.addEventListener('abort', done, { once: true });
        watcher.on('error', done);
        if (messagesIn(folder).length !== seen) done(); // a message arrived between `read` and `watch`
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

async function createMessage(path: string, message: Message): Promise<Message | undefined> {
  for (;;) {
    if (createDurableFile(path, `${JSON.stringify(message)}\n`)) return undefined;
    const earlier = await readMessage(path);
    if (earlier) return earlier; // an unreadable message was moved aside: the path is free again
  }
}

/** Moves an unreadable file aside instead of deleting it: it must not block the answer with its id. */
async function readMessage(path: string): Promise<Message | undefined> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // another process has just moved it aside
    throw error;
  }
  const { messageSchema } = await import('../message.ts'); // most inboxes are empty, and a schema takes time to load
  const message = messageSchema.safeParse(readJson(text));
  if (message.success) return message.data;
  moveAside(path);
  return undefined;
}

const moveAside = (path: string) => renameSync(path, `${path}.unreadable-${crypto.randomUUID().slice(0, 8)}`);
