/** Parses a command line, runs the command, and prints every refusal. */

import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import { suggestWord } from '@harness/core/text/suggest';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { Command as Commander, CommanderError } from 'commander';
import { loadBundleInLongRuns } from '../install/load-bundle.ts';
import { printableLines } from '../render/printable.ts';
import type { Output } from '../render/screen.ts';
import { version } from '../version.ts';
import { workflows } from '../workflows/list.ts';
import type { Command } from './command.ts';
import { commands, overviewCommand } from './commands.ts';
import { globalOptions, type Option } from './options.ts';
import { createOutput, flushOutput, ignoreBrokenPipes, isBrokenPipe } from './output.ts';

export async function runCommand(argv: readonly string[]): Promise<number> {
  ignoreBrokenPipes();
  const exitCode = await runWords(argv);
  await flushOutput();
  return isBrokenPipe() ? exitCodes.failed : exitCode;
}

async function runWords(argv: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.ok;
  // Add only the named command, to start fast. Help and unknown commands need all of them.
  const named = commands.filter(({ name, alias = name }) => argv.includes(name) || argv.includes(alias));
  const isPlain = named.length === 1 && !argv.includes('--help') && !argv.includes('-h') && !argv.includes('help');
  const program = createProgram(isPlain ? named : commands, { done: (code) => (exitCode = code) });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok; // help, version
    return refuse(asRefusal(error, argv), createOutput({ ...program.opts(), json: argv.includes('--json') }));
  }
}

interface ProgramOptions {
  done(exitCode: number): void;
  /** Prints help; by default to the standard output. */
  readonly writeOut?: (text: string) => void;
}

/** Help is as wide everywhere, so that the launcher can print it from a file. */
const helpWidth = 80;

function createProgram(known: readonly Command[], { done, writeOut }: ProgramOptions): Commander {
  const program = new Commander('harness')
    .description('Runs coding agents through implement, check, review and repair. Every run can be resumed.')
    .version(version)
    .configureHelp({ showGlobalOptions: true, helpWidth })
    .configureOutput({ writeErr: () => {}, ...(writeOut ? { writeOut } : {}) }) // refuse() prints the error, once
    .exitOverride();
  addOptions(program, globalOptions);
  for (const command of [...known, overviewCommand]) addCommand(program, command, done);
  return program;
}

/** The help of every command by its names, and of the program by the empty name. The build writes them to files. */
export function helpPages(): ReadonlyMap<string, string> {
  let text = '';
  const program = createProgram(commands, {
    done: () => {},
    writeOut: (part) => {
      text += part;
    },
  });
  const pageOf = (command: Commander) => {
    text = '';
    command.outputHelp();
    return text;
  };
  const pages = program.commands.flatMap((command) => {
    const page = pageOf(command);
    return [command.name(), ...command.aliases()].map((name) => [name, page] as const);
  });
  return new Map([['', pageOf(program)], ...pages.filter(([name]) => name !== overviewCommand.name)]);
}

/** Prints a refusal of a command that cannot return it itself. */
export async function refuseCommand(refusal: Refusal, argv: readonly string[]): Promise<number> {
  const optionOf = (option: string) => {
    const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`));
    return at < 0 ? undefined : (/=(.*)/s.exec(argv[at] ?? '')?.[1] ?? argv[at + 1]);
  };
  const options = { json: argv.includes('--json'), lang: optionOf('--lang'), repo: optionOf('--repo') };
  const exitCode = await refuse(refusal, createOutput(options));
  await flushOutput();
  return exitCode;
}

function addCommand(program: Commander, command: Command, done: (exitCode: number) => void): void {
  const isDefault = command === overviewCommand;
  const added = program
    .command(`${command.name} ${command.args}`.trim(), { isDefault, hidden: isDefault })
    .description(command.about)
    .allowExcessArguments(false)
    .aliases(command.alias === undefined ? [] : [command.alias])
    .addHelpText('after', `\nExample:\n  ${command.example}`)
    .action(async (...given: unknown[]) => {
      const self = given.at(-1) as Commander;
      const options = self.optsWithGlobals() as Readonly<Record<string, unknown>>;
      loadBundleInLongRuns();
      const { run } = await command.load();
      // The words become the title, the id and the branch of a run, so keys are redacted first.
      const args = self.args.map(keyRedactor().text);
      done(await run({ args, options, output: createOutput(options), commands, workflows }));
    });
  addOptions(added, command.options);
}

function addOptions(to: Commander, options: readonly Option[]): void {
  for (const { flag, about, parse } of options) parse ? to.option(flag, about, parse) : to.option(flag, about);
}

/** Turns any error into a refusal. An unexpected error is a defect of the harness: `run.broken`. */
function asRefusal(error: unknown, argv: readonly string[]): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof CommanderError)) {
    if (process.env['HARNESS_DEBUG']) process.stderr.write(`${printableLines(String((error as Error).stack))}\n`);
    return new Refusal('run.broken', { detail: (error as Error).message });
  }
  const [word = ''] = argv.filter((arg) => !arg.startsWith('-'));
  const known = commands.map(({ name }) => name);
  if (error.code === 'commander.excessArguments' && !known.includes(word))
    return new Refusal('usage.unknown-command', { command: word, suggestion: suggestWord(word, known) ?? '' });
  const detail = error.message.replace(/^error: /, '').replace(/\.?(?:\n.*)?$/s, '');
  return new Refusal('usage.invalid', { detail, ...(known.includes(word) ? { command: word } : {}) });
}

async function refuse(refusal: Refusal, { json, say, complain, typed, language }: Output): Promise<number> {
  const { refusalWords } = await import('../render/refusal-words.ts');
  const { message, next: command } = refusalWords(refusal, language);
  const next = typed(command);
  if (json) say(`${JSON.stringify({ version: 1, error: { code: refusal.code, message, next } })}\n`);
  else complain(`${message}\n  try: ${next}\n`);
  return refusal.exitCode;
}
