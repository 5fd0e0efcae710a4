/**
 * The file that a run is written down in: a script that can be read at any time.
 *
 *   W1. It is replaced as a whole, and is on the disk before anybody relies on it: after a crash it holds every try that
 *       had ended.
 *   W2. An answer for an item stands before those without one, which would match it too; otherwise the order is that of
 *       the run.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { GivenAnswer } from '@harness/core/views/record';
import { Document, parse, visit } from 'yaml';
import { parseScript } from '../scripted/script.ts';
import type { RecordedAnswer } from './answer.ts';

export interface Recorded {
  readonly answers: readonly RecordedAnswer[];
  readonly people: readonly GivenAnswer[];
}

export async function writeRecord(file: string, { answers, people }: Recorded): Promise<void> {
  const script = {
    version: 1,
    answers: byItem(answers),
    ...(people.length === 0 ? {} : { people: byItem(people) }),
  };
  const text = extname(file) === '.json' ? JSON.stringify(script, null, 2) : inYaml(script);
  await replaceFile(file, text.endsWith('\n') ? text : `${text}\n`);
}

/** Texts stand there as they are, so that people can read them. One that begins with white space would not be read back as it was. */
function inYaml(script: unknown): string {
  const document = new Document(script, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && /^\s/.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0 });
}

const byItem = <Row extends { readonly when: { readonly item?: string } }>(rows: readonly Row[]): readonly Row[] => [
  ...rows.filter(({ when }) => when.item !== undefined),
  ...rows.filter(({ when }) => when.item === undefined),
];

/** What this version wrote, or a person put there since; what is no script is a `ScriptError`. */
export async function readRecord(file: string): Promise<Recorded> {
  const source = await readFile(file, 'utf8');
  parseScript(source, file);
  const { answers = [], people = [] } = parse(source) as Partial<Recorded>;
  return { answers, people };
}

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.draft`);
  try {
    const opened = await open(draft, 'wx', 0o600);
    try {
      await opened.writeFile(text);
      await opened.sync();
    } finally {
      await opened.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
