/** Creates checkouts with or without git, and contexts for operations, for tests. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '@harness/core/failure/failure';
import { type Scratch, scratch } from '../git/scratch.ts';
import { type CheckoutContext, OutsideCheckoutError } from './context.ts';

export interface Checkout extends Scratch {
  contextFor(key: string, interrupted?: boolean): CheckoutContext & { readonly reported: string[] };
  /** All files with content and mode, and links with their target; without `.git` and `.harness`. */
  files(): Readonly<Record<string, string>>;
}

export function checkout({ name = 'my 저장소', git = true } = {}): Checkout {
  const base = scratch({ name: git ? name : 'unused' });
  const root = git ? base.root : join(base.home, name);
  mkdirSync(join(root, '.harness'), { recursive: true });
  const write: Scratch['write'] = (path, content) => base.write(git ? path : `../home/${name}/${path}`, content);
  return {
    ...base,
    root,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    contextFor: (key, interrupted = false) => ({ ...base.work('run-1', key), repo: root, interrupted }),
    files: () => filesIn(root),
  };
}

function filesIn(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const wanted = names.filter((path) => !/^(?:\.git|\.harness)(?:\/|$)/.test(path));
  return Object.fromEntries(wanted.map((path) => [path, describe(join(root, path))]));
}

function describe(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  const mode = (statSync(path).mode & 0o7777).toString(8);
  return found.isDirectory() ? `folder ${mode}` : `${mode} ${readFileSync(path, 'base64')}`;
}

/** Returns the value. Throws the code of a failure, also for a path outside the checkout. */
export async function unwrapOutcome<Value>(outcome: Promise<Outcome<Value>>): Promise<Value> {
  const result = await outcome.catch((error: unknown) => {
    if (error instanceof OutsideCheckoutError) throw new Error(`path.outside ${error.path}`);
    throw error;
  });
  if (!result.ok) throw new Error(`${result.failure.code} ${JSON.stringify(result.failure.params)}`);
  return result.value;
}
