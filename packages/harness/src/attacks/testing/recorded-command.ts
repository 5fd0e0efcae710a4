/** Runs the command with the file recorder, and tells which recorded events touch files that an agent could write. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isWithin } from '@harness/core/sandbox/layers';
import { buildSync } from 'esbuild';
import { onTestFinished } from 'vitest';
import { type CommandResult, launcher, type Repository } from '../../testing/command.ts';
import { type NativeEvent, readTrace, traceOptions } from './native-trace.ts';

export interface FileEvent {
  readonly operation: 'read' | 'list' | 'look' | 'import';
  readonly path: string;
}

export interface ProgramStart {
  readonly operation: 'start';
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export type RecordedEvent = FileEvent | ProgramStart;

export interface RecordedCommand extends CommandResult {
  readonly events: readonly RecordedEvent[];
  /** Empty if strace does not work here. */
  readonly native: readonly NativeEvent[];
}

/** The command line that an agent of a script runs first. Later events happen after an agent worked. */
export const agentMarker = 'true the-agent-starts-here';

const strace = spawnSync('strace', [...traceOptions, '-o', '/dev/null', 'true']).status === 0 ? 'strace' : undefined;

/** Runs one command. `isAfter` is true if an agent worked before it: then all its events count. */
export type Recorder = (repo: Repository, args: readonly string[], isAfter: boolean) => Promise<RecordedCommand>;

export function openRecorder(): Recorder {
  const folder = mkdtempSync(join(tmpdir(), 'harness-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'recorder.cjs');
  buildSync({ entryPoints: [join(import.meta.dirname, 'file-recorder.ts')], format: 'cjs', platform: 'node', outfile });
  let commands = 0;
  return async (repo, args, isAfter) => {
    const [log, trace] = [join(folder, `events-${++commands}`), join(folder, `trace-${commands}`)];
    const node = [process.execPath, '--require', outfile, launcher, ...args];
    const result = await runRecorded(repo, strace ? [strace, ...traceOptions, '-o', trace, ...node] : node, log);
    const events = readText(log)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedEvent);
    const native = readTrace(readText(trace), isAfter ? undefined : agentMarker);
    return { ...result, events: isAfter ? events : eventsAfterAgent(events), native };
  };
}

const readText = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function runRecorded({ path }: Repository, words: readonly string[], log: string): Promise<CommandResult> {
  const { PATH, HOME } = process.env;
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    cwd: path,
    env: { PATH, HOME, HARNESS_TEST_RECORD: log },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr })));
}

/** Events from the first agent on; none if no agent worked. */
function eventsAfterAgent(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const first = events.findIndex((event) => event.operation === 'start' && event.args.includes(agentMarker));
  return first === -1 ? [] : events.slice(first);
}

export const isBox = ({ program }: ProgramStart): boolean => /(?:^|\/)bwrap$/.test(program);

interface Mount {
  readonly source: string;
  readonly path: string;
  readonly isWritable: boolean;
}

/** The mounts of a box, in their order: a later one covers an earlier one. */
function mountsOf({ args }: ProgramStart): readonly Mount[] {
  const mounts: Mount[] = [];
  for (let at = 0; args[at] !== '--' && at < args.length; at++) {
    const [option = '', one = '', two = ''] = args.slice(at, at + 3);
    if (/^--(?:ro-)?bind(?:-try)?$/.test(option))
      mounts.push({ source: one, path: two, isWritable: !option.startsWith('--ro') });
    if (option === '--tmpfs') mounts.push({ source: '', path: one, isWritable: false });
  }
  return mounts;
}

/**
 * Returns whether a process in one of the boxes could write a path of the host. The boxes are read from the commands
 * that were really started, not from the rules that built them.
 */
export function findWritable(events: readonly RecordedEvent[]): (path: string) => boolean {
  const all = events.flatMap((event) => (event.operation === 'start' && isBox(event) ? [mountsOf(event)] : []));
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? all.some((mounts) => isWritableIn(mounts, path));
    known.set(path, found);
    return found;
  };
}

/** A later mount at the same place shows another folder of the host. */
function isWritableIn(mounts: readonly Mount[], path: string): boolean {
  const sources = mounts.filter(({ isWritable, source }) => isWritable && isWithin(source, path));
  return sources.some(({ source, path: place }) => {
    const inBox = place + path.slice(source.length);
    const shown = mounts.findLast((mount) => isWithin(mount.path, inBox));
    return shown?.isWritable === true && shown.source + inBox.slice(shown.path.length) === path;
  });
}

/** Paths that a program start names: its working folder, itself, and its arguments. */
export const pathsOf = ({ program, args, cwd }: ProgramStart): readonly string[] => [
  cwd,
  ...(isAbsolute(program) ? [program] : []),
  ...args.flatMap((arg) => arg.split('=').filter(isAbsolute)),
];
