/** `harness daemon start`: starts a supervisor and its daemon, with `--detach` in the background. */
import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { sentencesOf } from '@harness/core/workflow';
import { queueCodes } from '@harness/core/workflows/queue/codes';
import { queueWorkflow } from '@harness/core/workflows/queue/workflow';
import { createFolder } from '@harness/engine/store/durable-file';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { prepareStateFolder } from '../../plans/state-folder.ts';
import { printResult } from '../../render/screen.ts';
import { findRepositoryRoot } from '../../repository/repository.ts';
import { loadConfig } from '../../settings/config.ts';
import type { DaemonSetup } from './setup.ts';
import { supervise } from './supervise.ts';
import type { DaemonMessage } from './supervisor-protocol.ts';

type Ready = Extract<DaemonMessage, { is: 'ready' }>;

/** Loads only the code of the supervisor: this process lives as long as the daemon. */
export async function start(invocation: Invocation): Promise<number> {
  const { options, output: rawOutput } = invocation;
  if (options['detach'] === true) return detach(await (await import('./supervised.ts')).requireValidSetup(invocation));
  const root = findRepositoryRoot(resolveRepo(options));
  const config = await loadConfig(root);
  const output = { ...rawOutput, language: rawOutput.language ?? config.language };
  const words = sentencesOf(queueWorkflow, output.language);
  return supervise({
    root,
    config,
    output,
    argv: asAction('work'),
    ready(url, pid) {
      output.tell(`${words.started({ pid, url })}\n`);
      if (!process.connected) return;
      process.send?.({ is: 'ready', url, pid } satisfies DaemonMessage);
      process.disconnect(); // the detaching process need not wait any longer
    },
  });
}

/** The arguments of this command with another action: all options apply to it too. */
function asAction(action: string): readonly string[] {
  const words = process.argv.slice(2).filter((word) => word !== '--detach');
  const at = words.indexOf('start', words.indexOf('daemon'));
  return words.with(at, action);
}

/** Refuses unless this process answers `GET /health`: another process may have taken its place, or it ended at once. */
async function requireAnswer(root: string, pid: number, path: string): Promise<void> {
  const { readStartedServer } = await import('../../control/client.ts');
  const server = await readStartedServer(root);
  if (server?.pid === pid && server.queue) return;
  throw refusalOf(queueCodes, 'daemon.lost', { path, detail: 'it does not answer' });
}

/** Starts the same command in the background, and returns when the daemon is ready. */
async function detach({ root, config: { stateDir }, output }: DaemonSetup): Promise<number> {
  prepareStateFolder(root, stateDir);
  const path = join(stateDir, 'logs', 'daemon.log');
  createFolder(join(root, stateDir, 'logs'));
  const log = openSync(join(root, path), 'a', 0o600);
  const [launcher = ''] = process.argv.slice(1);
  const child = fork(launcher, [...asAction('start')], { detached: true, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  const { url, pid } = await new Promise<Ready>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      const detail = signal === null ? `exit ${code}` : signal;
      reject(refusalOf(queueCodes, 'daemon.lost', { path, detail }));
    });
    child.on('message', (message: DaemonMessage) => message.is === 'ready' && resolve(message));
  });
  child.removeAllListeners();
  await requireAnswer(root, pid, path).catch((error: unknown) => {
    child.kill(); // the supervisor ends its daemon
    throw error;
  });
  child.unref();
  if (child.connected) child.disconnect();
  const words = sentencesOf(queueWorkflow, output.language);
  return printResult(output, { pid, url }, () => `${words.detached({ pid, url })}\n`);
}
