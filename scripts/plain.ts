/**
 * Counts signs of unclear English and of awkward shape in the whole tree, and compares the counts with `plain-limits.json`.
 *
 *   npm run plain              fails if a count is above its limit
 *   npm run plain -- --list    prints every place
 *   npm run plain -- --lower   writes lower limits; a limit never rises
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isForUsers, isTypeScript, proseLines, type SourceFile } from './plain-prose.ts';
import { doublesIn, fragmentsIn, productOf, spreadsIn } from './plain-shape.ts';
import { signs } from './plain-signs.ts';

const root = join(import.meta.dirname, '..');
const limitsFile = join(root, 'scripts/plain-limits.json');

/** Every count, with the places that it counts. */
export type Findings = Readonly<Record<string, readonly string[]>>;

export function findSigns(files: readonly SourceFile[]): Findings {
  const product = productOf(files);
  const forUsers = files.filter(({ path }) => isForUsers(path));
  const others = files.filter(({ path }) => !isForUsers(path));
  return {
    'in README, docs and messages': signsIn(forUsers),
    'in comments and test titles': signsIn(others),
    'object literals that are spread': spreadsIn(product),
    'files of up to 20 lines with one importer beside them': fragmentsIn(product),
    'exported names in several files': doublesIn(product),
  };
}

/** A line that describes a sign cannot avoid it. */
const isExempt = (path: string) => /^(?:scripts\/plain-|plain\.test\.ts|docs\/requirements\/)/.test(path);

const signsIn = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter(({ path }) => !isExempt(path))
    .flatMap((file) =>
      proseLines(file).flatMap(({ line, text }) =>
        Object.entries(signs).flatMap(([name, { pattern, instead }]) =>
          [...text.matchAll(pattern)].map(([found]) => `${file.path}:${line}: ${name}: "${found.trim()}" → ${instead}`),
        ),
      ),
    );

function readFiles(): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed
    .split('\0')
    .filter((path) => (isTypeScript(path) || path.endsWith('.md')) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

type Counts = Readonly<Record<string, number>>;
const countsOf = (findings: Findings): Counts =>
  Object.fromEntries(Object.entries(findings).map(([name, places]) => [name, places.length]));

/** The counts above their limits. A count without a limit must be zero. */
export const exceeded = (counts: Counts, limits: Counts): readonly string[] =>
  Object.entries(counts)
    .filter(([name, count]) => count > (limits[name] ?? 0))
    .map(([name, count]) => `${count} ${name}: the limit is ${limits[name] ?? 0}`);

export const lowered = (counts: Counts, limits: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.min(count, limits[name] ?? count)]));

function main(options: readonly string[]): number {
  const files = readFiles();
  const findings = findSigns(files);
  const counts = countsOf(findings);
  const limits = existsSync(limitsFile) ? (JSON.parse(readFileSync(limitsFile, 'utf8')) as Counts) : {};
  if (options.includes('--list')) for (const place of Object.values(findings).flat()) console.log(place);
  const lines = files.reduce((sum, file) => sum + proseLines(file).length, 0);
  console.log(`${files.length} files, ${lines} lines of prose`);
  for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(6)} ${name}`);
  if (options.includes('--lower')) writeFileSync(limitsFile, `${JSON.stringify(lowered(counts, limits), null, 2)}\n`);
  const above = exceeded(counts, options.includes('--lower') ? lowered(counts, limits) : limits);
  for (const line of above) console.error(`${line}. See the places with: npm run plain -- --list`);
  return above.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2));
