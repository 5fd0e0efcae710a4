/** Tests which spec a session executes, and which specs are refused. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { refusalText } from '@harness/core/messages/lookup';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Output } from '../../render/screen.ts';
import { readSpec, requireSpecPath } from './spec.ts';

const path = 'docs/changes/Shop/proposal.md';
let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'harness-spec-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function specOf(...lines: readonly string[]) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  return readSpec(root, file);
}

async function refusalOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, next } = refusalText(messagesFor('en'), error.code, error.params);
    return `${error.exitCode}: ${message} Try: ${next}`;
  }
  throw new Error('it was not refused');
}

const order = '## Implementation Order';
const two = [order, '### Phase 1: Core', '<!-- complexity: low -->', 'Add it.', '### Phase 2: Rule Engine', 'Use it.'];

describe('the path of the spec', () => {
  const attached: Output = { ...({} as Output), isTerminal: true, isPlain: true, noInput: false, json: false };

  test('A-15 is the argument', async () => {
    expect(await requireSpecPath('docs/spec.md', attached)).toBe('docs/spec.md');
  });

  test('A-15 is a question at a terminal', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin);
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as unknown as typeof process.stdout);
    const typed = requireSpecPath(undefined, attached);
    stdin.end('docs/spec.md\n');
    expect(await typed).toBe('docs/spec.md');
    expect(String(stdout.read())).toContain('Which approved spec should be executed?');
  });

  test('A-15 is refused if no person can be asked', async () => {
    expect(await refusalOf(() => requireSpecPath(undefined, { ...attached, noInput: true }))).toBe(
      '2: No spec was given. Name the approved spec to execute. Try: harness autopilot docs/spec.md',
    );
  });
});

test('A-16 A-19 the phases and the name of the session are read from the spec', () => {
  expect(specOf('# Shop', ...two)).toMatchObject({
    path,
    slug: 'changes--shop--proposal',
    phases: [
      { name: 'Core', complexity: 'low' },
      { name: 'Rule Engine', complexity: 'medium' },
    ],
  });
});

describe('A spec is refused', () => {
  test('A-02 with one phase: it is a task', async () => {
    expect(await refusalOf(() => specOf(order, '### Phase 1: Core'))).toMatch(
      /^2: .* has only one phase: Core\. Run it as a task\. Try: harness task --help$/,
    );
  });

  test('A-02 that is not approved: people have to agree on it first', async () => {
    expect(await refusalOf(() => specOf('---', 'status: draft', '---', ...two))).toMatch(
      /^2: .* is not approved: its status is "draft"\. Agree on it first/,
    );
  });

  test('A-92 without the section, with the form that it should have', async () => {
    const refusal = await refusalOf(() => specOf('# Shop', '### Phase 1: Core', '### Phase 2: Report'));
    expect(refusal).toMatch(/^2: .* has no section `## Implementation Order` with headings `### Phase 1: <name>`/);
    expect(refusal).toContain('These lines look like phases: ### Phase 1: Core; ### Phase 2: Report.');
  });

  test('A-92 with a phase that cannot be read, with the lines that look like one', async () => {
    const refusal = await refusalOf(() => specOf(order, '### Phase 1 Core', '### Phase 2 Report'));
    expect(refusal).toContain('Not every phase');
    expect(refusal).toContain('These lines look like phases: ### Phase 1 Core; ### Phase 2 Report.');
  });

  test('A-99 whose phases are not in order', async () => {
    expect(await refusalOf(() => specOf(order, '### Phase 2: A', '### Phase 1: B'))).toContain('are numbered 2, 1');
  });
});
