/**
 * Opens the editor of the user for the file that a question is about.
 *
 *   E1. The editor gets a copy outside the repository: it follows no link of an agent and reads no settings there.
 *   E2. A changed copy is written back as a whole. After any failure the file is as before, and the editor's failure is printed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { messagesFor } from '@harness/core/messages/index';
import type { Question } from '@harness/core/views/questions';
import { readText, writeFileWhole } from '@harness/effects/checkout/file';
import { printable } from './printable.ts';
import type { Output } from './screen.ts';

export interface FileEditor {
  /** As the user wrote it; `undefined` if the user has none. */
  readonly name: string | undefined;
  /** True if the answer of the user stands: the file was changed, or there is no editor to open. */
  open(question: Question): Promise<boolean>;
}

export function createFileEditor(
  root: string,
  output: Pick<Output, 'tell' | 'language'>,
  environment: NodeJS.ProcessEnv = process.env,
): FileEditor {
  const name = environment['VISUAL'] || environment['EDITOR'] || undefined;
  return {
    name,
    async open({ input: { evidence }, notes = [] }) {
      const file = evidence.find((one) => 'file' in one)?.file;
      if (name === undefined || file === undefined || notes.length > 0) return true;
      const { asking } = messagesFor(output.language);
      const detail = await editCopy(root, file, name).catch((error: Error) => error.message);
      if (detail === 'changed') return true;
      const text =
        detail === 'unchanged' ? asking.unchanged({ file }) : asking.editorFailed({ editor: name, detail, file });
      output.tell(`${printable(text)}\n`);
      return false;
    },
  };
}

/** Returns `changed`, `unchanged`, or why the editor failed. */
async function editCopy(root: string, file: string, editor: string): Promise<string> {
  const before = await readText(root, file);
  if (before === null) return 'the file is missing';
  const folder = await mkdtemp(join(tmpdir(), 'harness-edit-'));
  try {
    const copy = join(folder, basename(file));
    await writeFile(copy, before, { mode: 0o600 });
    const failure = await runEditor(editor, copy, folder);
    if (failure !== undefined) return failure;
    const after = await readFile(copy, 'utf8');
    if (after === before) return 'unchanged';
    await writeFileWhole(root, file, after);
    return 'changed';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The setting may have arguments, such as `code --wait`, so a shell reads it. */
const runEditor = (editor: string, file: string, cwd: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const program = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { cwd, stdio: 'inherit' });
    program.on('error', ({ message }) => resolve(message));
    program.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit ${code}`),
    );
  });
