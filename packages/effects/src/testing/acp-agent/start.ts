/** Creates the command of a scripted agent, and reads its log. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logged, Script } from './script.ts';

export interface ScriptedAgent {
  /** A command for the configuration. */
  readonly command: readonly string[];
  log(): readonly Logged[];
  /** The parameters of all requests with this method, in order. */
  asked(method: string): readonly unknown[];
}

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm')).href;

/** `folder` holds the script and the log; the agent must not work in it. In a box the log must be elsewhere. */
export function scriptedAgent(
  folder: string,
  script: Script,
  logFile: string = join(folder, 'agent.log'),
): ScriptedAgent {
  const scriptFile = join(folder, 'agent.json');
  writeFileSync(scriptFile, JSON.stringify(script));
  const log = () =>
    (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Logged);
  return {
    command: [process.execPath, '--import', loader, join(import.meta.dirname, 'agent.ts'), scriptFile, logFile],
    log,
    asked: (method) => log().flatMap((line) => (line.is === 'asked' && line.method === method ? [line.params] : [])),
  };
}
