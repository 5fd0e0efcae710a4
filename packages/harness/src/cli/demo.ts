/** `harness demo [example]`: runs a workflow on a copy of an example repository. Needs no key, configuration or network. */
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { gitOrThrow } from '@harness/effects/git/command';
import { createColours } from '../render/symbols.ts';
import { allParts } from '../workflows/parts.ts';
import type { Invocation } from './command.ts';
import type { Example } from './example.ts';
import { gitCommand } from './repo.ts';
import { launcherCommand, typedCommand } from './typed-command.ts';

export async function run({
  args: [name = 'hello'],
  options,
  output,
  commands,
  workflows,
}: Invocation): Promise<number> {
  const parts = await allParts(workflows);
  const examples: Readonly<Record<string, Example>> = Object.assign({}, ...parts.map((each) => each.examples));
  const example = examples[name];
  if (!example) {
    const known = Object.keys(examples).join(', ');
    throw new Refusal('usage.invalid', {
      detail: `No example "${name}". Known examples: ${known}`,
      command: 'demo',
    });
  }
  const source = join(examplesFolder(), example.folder);
  const repo = await copyRepository(source);
  const { dim } = createColours(output.colour);
  output.tell(`${dim('a copy of the example is in')} ${repo}\n\n`);
  const script = join(source, 'agents.yaml');
  const demoOutput = {
    ...output,
    typed: (command: string) => typedCommand(command, repo),
    typedGit: (command: string) => gitCommand(command, repo),
  };
  const command = commands.find((each) => each.name === example.command);
  if (!command) throw new Error(`the example ${name} has no command`);
  const loaded = await command.load();
  for (const task of example.tasks) {
    const exitCode = await loaded.run({
      args: [task],
      options: { ...options, repo, script },
      output: demoOutput,
      commands,
      workflows,
    });
    if (exitCode !== (example.stopped?.[task] ?? 0)) return exitCode === 0 ? 1 : exitCode;
  }
  if (output.json) return 0;
  const launcher = launcherCommand();
  const lines = await example.epilogue({ repo, launcher, messages: messagesFor(output.language), dim });
  output.say(['', ...lines, ''].join('\n'));
  return 0;
}

/** Copies the example into a new git repository with one commit on `main`. */
async function copyRepository(source: string): Promise<string> {
  const repo = mkdtempSync(join(tmpdir(), 'harness-demo-'));
  cpSync(join(source, 'repo'), repo, { recursive: true });
  await gitOrThrow(repo, ['init', '--quiet', '--initial-branch=main']);
  await gitOrThrow(repo, ['add', '--all']);
  const author = ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost'];
  await gitOrThrow(repo, [...author, 'commit', '--quiet', '-m', 'Hello']);
  return repo;
}

/** Searches upwards, because the bundle and the source lie at different depths below `examples/`. */
function examplesFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'examples', '1-hello'))) return join(folder, 'examples');
  throw new Error('the examples are missing');
}
