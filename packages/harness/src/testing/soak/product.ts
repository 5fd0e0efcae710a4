/** The product of a simulated night: plans that depend on each other, and their scripted agents. */
import type { Repository } from '../command.ts';
import { script, usage } from '../scripts.ts';
import type { Faults } from './faults.ts';

export const idOf = (n: number): string => String(n).padStart(4, '0');

/** Up to two earlier plans. */
function dependencies(n: number, faults: Faults): readonly string[] {
  const ids = [0, 1].flatMap((k) => {
    const roll = faults.number(`dependency ${n} ${k}`);
    return n > 1 && roll < 0.4 ? [idOf(1 + Math.floor((roll / 0.4) * (n - 1)))] : [];
  });
  return [...new Set(ids)].sort();
}

const planFile = (n: number, faults: Faults) =>
  [
    '---',
    `id: "${idOf(n)}"`,
    `title: Part ${n}`,
    'phase: build',
    'status: active',
    'kind: docs', // its text files have no tests
    `depends_on: [${dependencies(n, faults)
      .map((id) => `"${id}"`)
      .join(', ')}]`,
    'estimated_passes: 2',
    'acceptance_tags: []',
    '---',
    '',
    '## Goal',
    '',
    `The file docs/parts/${idOf(n)}.txt says good.`,
    '',
  ].join('\n');

/** The dependencies of a plan file on `main`, active or completed. */
export function planOf(repo: Repository, id: string): { readonly dependsOn: readonly string[] } {
  const place = repo
    .git('ls-tree', '-r', '--name-only', 'main', 'docs')
    .split('\n')
    .find((file) => file.includes(`/${id}-`));
  const listed = /^depends_on: \[(?<ids>.*)\]$/m.exec(repo.git('show', `main:${place}`))?.groups?.['ids'] ?? '';
  return { dependsOn: listed.match(/\d{4}/g) ?? [] };
}

/** No file of the product may contain `bad`. */
export const check = 'test -d docs/parts && ! grep -rq bad docs/parts';

export function writeProduct(repo: Repository, plans: number, faults: Faults): void {
  for (let n = 1; n <= plans; n++)
    repo.write(`repo/docs/exec-plans/active/${idOf(n)}-part-${n}.md`, planFile(n, faults));
  repo.write('repo/docs/parts/0000.txt', 'good\n');
  repo.write(
    'repo/harness.config.json',
    JSON.stringify({ checks: { test: check, timeoutMs: 60_000 }, forge: { kind: 'local' }, sandbox: 'off' }),
  );
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plans');
}

const kinds = { 'rate limit': 'rate_limit', crash: 'crash', network: 'network' } as const;

type Answer = Readonly<Record<string, unknown>>;

/** Faults of a call before it succeeds, each once. */
function troubles(role: string, id: string, attempt: number, faults: Faults): readonly Answer[] {
  const when = { role, item: id, attempt };
  const place = `${role} ${id} ${attempt}`;
  const failed = (['rate limit', 'crash', 'network'] as const).flatMap((fault) => {
    if (!faults.strikes(fault, place)) return [];
    const retry = fault === 'rate limit' ? { retryAfterMs: Math.floor(faults.number(place) * 40 * 60_000) } : {};
    return [{ when, times: 1, steps: [{ fail: { kind: kinds[fault], ...retry } }], usage }];
  });
  const hung = faults.strikes('hang', place) ? [{ when, times: 1, steps: [{ hang: true }] }] : [];
  return [...failed, ...hung];
}

const writing = (role: string, id: string, attempt: number, text: string, reply = 'Done.'): Answer => ({
  when: { role, item: id, attempt },
  steps: [{ write: { path: `docs/parts/${id}.txt`, text } }],
  reply,
  usage,
});

function answersFor(id: string, faults: Faults): readonly Answer[] {
  const hopeless = faults.strikes('hopeless', id);
  const red = hopeless || faults.strikes('red check', id);
  const found = !hopeless && faults.strikes('finding', id);
  const needs = faults.strikes('question', id)
    ? `I need the consent of an owner to continue: the service of ${id} asks for it (1 minute)`
    : undefined;
  const asked = (role: string, attempt: number, answer: Answer) => [...troubles(role, id, attempt, faults), answer];
  const fixing = Array.from({ length: 6 }, (_, n) =>
    asked('plans.fixer', n + 1, writing('plans.fixer', id, n + 1, hopeless ? `bad ${n}\n` : `good ${n}\n`)),
  ).flat();
  const review = {
    when: { role: 'plans.reviewer', item: id, attempt: 1 },
    reply: `- [high] docs/parts/${id}.txt: say it better`,
    usage,
  };
  return [
    ...asked('plans.implementer', 1, writing('plans.implementer', id, 1, red ? 'bad\n' : 'good\n', needs)),
    ...asked('plans.implementer', 2, writing('plans.implementer', id, 2, red ? 'bad\n' : 'good\n')),
    ...fixing,
    ...(found ? [review] : []),
    ...troubles('plans.reviewer', id, 2, faults),
  ];
}

const body =
  '## Summary\n\nA part.\n\n## Scope\n\nOne file.\n\n## Validation\n\nThe check.\n\n## Follow-ups\n\nNone.\n';

export function writeScript(repo: Repository, plans: number, faults: Faults): string {
  const answers = Array.from({ length: plans }, (_, n) => answersFor(idOf(n + 1), faults)).flat();
  return script(repo, [
    ...answers,
    { when: { role: 'plans.reviewer' }, reply: 'No findings.', usage },
    { when: { role: 'plans.preparer' }, reply: body, usage },
    { when: { role: 'plans.merge-checker' }, reply: 'No findings. Ready to enable auto-merge.', usage },
  ]);
}
