/**
 * Reads and writes the record of a run: a script for the scripted provider, valid at any time.
 *
 *   W1. It is replaced as a whole and synced: after a crash it contains every try that had ended.
 *   W2. An answer for an item comes before the answers without one, which match the item too. Otherwise the order is
 *       the order of the run.
 */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { GivenAnswer } from '@harness/core/views/record';
import { Document, parse, visit } from 'yaml';
import { replaceFile } from '../../file/replace-file.ts';
import { parseScript } from '../scripted/script.ts';
import type { RecordedAnswer } from './answer.ts';

export interface Recording {
  readonly answers: readonly RecordedAnswer[];
  readonly people: readonly GivenAnswer[];
}

export async function writeRecord(file: string, { answers, people }: Recording): Promise<void> {
  const script = {
    version: 1,
    answers: byItem(answers),
    ...(people.length === 0 ? {} : { people: byItem(people) }),
  };
  const text = extname(file) === '.json' ? JSON.stringify(script, null, 2) : toYaml(script);
  const options = { durable: true, mode: 0o600, isShared: true } as const;
  await replaceFile(file, text.endsWith('\n') ? text : `${text}\n`, options);
}

/** Texts stay readable in YAML. A text that starts with white space is quoted, because YAML would strip it. */
function toYaml(script: unknown): string {
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

/** Reads a recording that may have been edited by hand; throws a `ScriptError` if it is not a script. */
export async function readRecord(file: string): Promise<Recording> {
  const source = await readFile(file, 'utf8');
  parseScript(source, file);
  const { answers = [], people = [] } = parse(source) as Partial<Recording>;
  return { answers, people };
}
