/** Creates a PATH without a program, or with a fake one. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'harness-programs-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A PATH with every program except this one. */
export function pathWithout(program: string): string {
  const into = folder();
  for (const from of (process.env['PATH'] ?? '').split(delimiter).filter((one) => existsSync(one)))
    for (const name of readdirSync(from))
      if (name !== program && isFree(into, name)) symlinkSync(join(from, name), join(into, name));
  return into;
}

const isFree = (into: string, name: string) => !existsSync(join(into, name));

/** A PATH on which a fake program comes first. */
export function pathWith(program: string, text: string): string {
  const into = folder();
  writeFileSync(join(into, program), text);
  chmodSync(join(into, program), 0o755);
  return [into, process.env['PATH']].join(delimiter);
}
