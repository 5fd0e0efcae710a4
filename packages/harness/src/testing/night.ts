/** A repository with small plans and scripted agents, for tests of the daemon. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueueDocument } from '@harness/core/workflows/queue/document';
import { onTestFinished } from 'vitest';
import { type CommandResult, type Repository, type RunningCommand, repository, until } from './command.ts';
import { script } from './scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

const body = ['## Summary', 'It is done.', '## Scope', 'That.', '## Validation', '- `true`', '## Follow-ups', 'None.'];

/** Answers of the agents if everything succeeds. */
export const successfulAnswers: readonly Answer[] = [
  {
    when: { role: 'plans.implementer' },
    steps: [{ write: { path: 'work-{item}.txt', text: 'done {item}\n' } }],
    reply: 'done',
    usage: { input: 100, output: 10, costUsd: 0.01 },
  },
  { when: { role: 'plans.reviewer' }, reply: 'No findings.' },
  { when: { role: 'plans.preparer' }, reply: body.join('\n\n') },
  { when: { role: 'plans.merge-checker' }, reply: 'No findings. Ready to enable auto-merge.' },
];

export interface DaemonRepository extends Repository {
  readonly agents: string;
  state(): QueueDocument | null;
  /** Waits until the state file matches. */
  untilState(holds: (document: QueueDocument) => boolean): Promise<QueueDocument>;
  /** Starts the daemon in the foreground and waits until it is ready. */
  begin(...options: readonly string[]): Promise<RunningCommand>;
  daemon(...words: readonly string[]): Promise<CommandResult>;
  completed(): readonly string[];
}

interface NightOptions {
  readonly answers?: readonly Answer[];
  readonly people?: readonly Answer[];
  /** Dependencies by plan id. */
  readonly plans?: Readonly<Record<string, readonly string[]>>;
  readonly config?: Readonly<Record<string, unknown>>;
}

export const planText = (id: string, dependsOn: readonly string[] = []): string => `---
id: "${id}"
title: Plan ${id}
phase: one
status: active
depends_on: ${JSON.stringify(dependsOn)}
estimated_passes: 1
acceptance_tags: []
---

# Plan ${id}
`;

const daemonConfig = { tickMs: 100, rateLimitBackoffMs: 50, maxRateLimitRetries: 2 };

export function createDaemonRepository({
  answers = successfulAnswers,
  people = [],
  plans = { '0001': [] },
  config = {},
}: NightOptions = {}): DaemonRepository {
  const repo = repository();
  const settings = {
    checks: { test: 'true' },
    e2e: { command: 'true', artifactDirs: [] },
    forge: { kind: 'local' },
    sandbox: { mode: 'off' },
    daemon: daemonConfig,
    ...config,
  };
  repo.write('repo/harness.config.json', JSON.stringify(settings));
  for (const [id, wants] of Object.entries(plans))
    repo.write(`repo/docs/exec-plans/active/${id}-plan.md`, planText(id, wants));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plans');
  const agents = script(repo, answers, people);
  const path = join(repo.path, '.orchestrator/state.json');
  const state = () => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as QueueDocument) : null);
  const untilState = (holds: (document: QueueDocument) => boolean) =>
    until(() => {
      const document = state();
      return document !== null && holds(document) ? document : undefined;
    });
  return {
    ...repo,
    agents,
    state,
    untilState,
    async begin(...options) {
      const running = repo.start(['daemon', 'start', '--port', '0', '--script', agents, ...options]);
      // A daemon that still writes would disturb the removal of its folder.
      onTestFinished(async () => {
        running.child.kill('SIGTERM');
        const patience = setTimeout(() => running.child.kill('SIGKILL'), 5000);
        await running.finished;
        clearTimeout(patience);
      });
      const isGone = running.finished.then((finished) => {
        throw new Error(`the daemon left: ${JSON.stringify(finished)}`);
      });
      await Promise.race([
        isGone,
        until(async () => ((await repo.run('daemon', 'status')).exitCode === 0 ? true : undefined)),
      ]);
      isGone.catch(() => {});
      return running;
    },
    daemon: (...words) => repo.run('daemon', ...words),
    completed: () => {
      const folder = join(repo.path, 'docs/exec-plans/completed');
      return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
    },
  };
}

export const events = ({ history }: QueueDocument): readonly string[] =>
  history.map(({ event, planId }) => (planId === undefined ? event : `${event} ${planId}`));
