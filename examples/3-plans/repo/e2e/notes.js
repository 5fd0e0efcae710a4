import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const file = join(mkdtempSync(join(tmpdir(), 'notes-')), 'notes.txt');

/** Runs the command like a user. */
export const notes = (...words) =>
  spawnSync('node', ['src/cli.js', ...words], { encoding: 'utf8', env: { ...process.env, NOTES: file } });
