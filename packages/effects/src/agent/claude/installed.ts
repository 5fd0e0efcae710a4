/** Finds the provider's package and its program, or reports which one is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramRange } from '@harness/core/providers/program-version';
import { findAddOn } from '../../add-ons/find.ts';
import { tryOr } from '../../file/file-system.ts';
import { type FoundProgram, findAgentProgram } from '../find-program.ts';

/** Claude Code 2.1.205 is the oldest program that answered a call of the tested SDK. */
export const claudeRange: ProgramRange = { least: '2.0.0', tested: '2.1.205' };
export const claudeUpdate = 'claude update';
export const claudePackage = '@anthropic-ai/claude-code';

export interface ClaudeInstallation {
  /** The version of the Claude Agent SDK; `undefined` if it is not installed. */
  readonly sdk: string | undefined;
  readonly program: FoundProgram;
}

interface ClaudeSearch {
  /** A file of the harness; packages are resolved relative to it. */
  readonly from?: string;
  readonly configured?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

export function findClaudeInstallation({
  from = fileURLToPath(import.meta.url),
  configured = '',
  environment = process.env,
}: ClaudeSearch = {}): ClaudeInstallation {
  const sdk = findAddOn('claude', from);
  const packaged = (onPath?: string) => (onPath === undefined && sdk ? packagedProgram(sdk.folder) : undefined);
  const program = findAgentProgram({ configured, name: 'claude', packaged, environment });
  return { sdk: sdk?.version, program };
}

/** Each platform has its own optional package for the program, so it may be missing although the SDK is installed. */
function packagedProgram(sdk: string) {
  const system = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const { resolve } = createRequire(join(sdk, 'package.json'));
  const find = (path: string) => tryOr((): string | undefined => resolve(path), undefined, 'MODULE_NOT_FOUND');
  const program = find(`${system}/${name}`) ?? find(`${system}-musl/${name}`);
  if (program === undefined || !existsSync(program)) return undefined;
  const { claudeCodeVersion } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as {
    claudeCodeVersion?: string;
  };
  return { program, version: () => claudeCodeVersion };
}
