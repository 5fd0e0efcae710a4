/**
 * Records every file that a process reads, every folder that it lists, every module that it imports and every program
 * that it starts, one JSON line each, in the order of events. A test preloads it into the harness; the product does not
 * contain it.
 *
 *   D1. It changes no result: each function is called with the same arguments.
 *   D2. It records before the call, so a read that fails is recorded too: the file may exist the next time.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import nodeModule from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Callable = (...args: unknown[]) => unknown;
type Functions = Record<string, unknown>;

const log = process.env['HARNESS_TEST_RECORD'] ?? '';
delete process.env['HARNESS_TEST_RECORD']; // no other process must record
const { appendFileSync } = fs;
const record = (entry: object) => appendFileSync(log, `${JSON.stringify(entry)}\n`);

/** The absolute path of an argument; `undefined` for an open file. */
function pathOf(given: unknown): string | undefined {
  if (given instanceof URL) return fileURLToPath(given);
  if (Buffer.isBuffer(given)) return resolve(given.toString());
  return typeof given === 'string' ? resolve(given) : undefined;
}

function wrap(owner: Functions, name: string, before: (args: readonly unknown[]) => void): void {
  const original = owner[name];
  if (typeof original !== 'function') return;
  const wrapped = function (this: unknown, ...args: unknown[]) {
    before(args);
    return (original as Callable).apply(this, args);
  };
  owner[name] = Object.assign(wrapped, original); // keeps `realpath.native` and the promisified form
}

const recordPath = (operation: string) => (args: readonly unknown[]) => {
  const path = pathOf(args[0]);
  if (path !== undefined && path !== log) record({ operation, path });
};

/** Whether a file that is opened with these flags can be read. */
const isReadable = (flags: unknown): boolean =>
  typeof flags === 'number' ? (flags & 3) !== fs.constants.O_WRONLY : !/^[aw]s?x?$/.test(String(flags ?? 'r'));

const operations = {
  read: ['readFile', 'createReadStream', 'copyFile', 'cp', 'readlink'],
  list: ['readdir', 'opendir', 'glob'],
  look: ['stat', 'lstat', 'access', 'exists', 'realpath'],
};

function recordFiles(): void {
  for (const owner of [fs, fs.promises] as unknown as readonly Functions[]) {
    for (const [operation, names] of Object.entries(operations))
      for (const name of names.flatMap((one) => [one, `${one}Sync`])) wrap(owner, name, recordPath(operation));
    for (const name of ['open', 'openSync'])
      wrap(owner, name, (args) => {
        if (isReadable(typeof args[1] === 'function' ? 'r' : args[1])) recordPath('read')(args);
      });
  }
}

const recordStart = (program: string, args: readonly unknown[], options: { readonly cwd?: unknown }) =>
  record({ operation: 'start', program, args: args.map(String), cwd: pathOf(options.cwd ?? '.') });

function recordPrograms(): void {
  // All asynchronous ways to start a program end here.
  wrap(childProcess.ChildProcess.prototype as unknown as Functions, 'spawn', ([options]) => {
    const { file, args = [], cwd } = options as { file: string; args?: readonly unknown[]; cwd?: unknown };
    recordStart(file, args.slice(1), { cwd });
  });
  for (const name of ['spawnSync', 'execFileSync', 'execSync'])
    wrap(childProcess as unknown as Functions, name, ([program, ...rest]) => {
      const args = rest.find(Array.isArray) ?? [];
      const options = rest.find((one) => typeof one === 'object' && one !== null && !Array.isArray(one)) ?? {};
      recordStart(String(program), args, options);
    });
}

/** Modules are loaded past `node:fs`, so a hook in the loader's own thread records them. */
const hooks = `
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
export async function load(url, context, next) {
  if (url.startsWith('file:'))
    appendFileSync(${JSON.stringify(log)}, JSON.stringify({ operation: 'import', path: fileURLToPath(url) }) + '\\n');
  return next(url, context);
}`;

// The loader's thread preloads this file too, without the name of the log.
if (log !== '') {
  recordFiles();
  recordPrograms();
  nodeModule.syncBuiltinESMExports();
  nodeModule.register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
