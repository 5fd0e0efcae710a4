/** Checks that the commands of an agent get the ports of its lane: the real programs, each with a model on loopback. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentEnvironment, laneResources } from '@harness/core/lane/lane-resources';
import { expect, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { askAcp } from '../testing/acp.ts';
import * as claude from '../testing/claude.ts';
import * as codex from '../testing/codex.ts';
import { shell } from '../testing/responses-server/turn.ts';

const lane = laneResources({ name: 'F-001', number: 1, firstPort: 4_600, temporary: '/of/the/checks' });
const writeVariables = 'echo "$HARNESS_LANE $PORT $HARNESS_LANE_PORTS $TMPDIR" > seen.txt';

/** The temporary folder belongs to the call and is removed with it; it is not the folder of the lane's checks. */
function expectLaneVariables(cwd: string): void {
  const seen = readFileSync(join(cwd, 'seen.txt'), 'utf8');
  expect(seen).toMatch(/^F-001 4610 4610-4619 \S+\n$/);
  expect(seen).not.toContain('checks');
}

const requestIn = (cwd: string) => ({ mode: 'exec', cwd, environment: agentEnvironment(lane) }) as const;

test('M-26 a command of claude gets the ports of its lane', async () => {
  const cwd = await testFolder();
  const bash = { name: 'Bash', input: { command: writeVariables } };
  const { url } = await claude.startMessagesModel({ turns: [{ tools: [bash] }, { text: 'done' }] });
  const { result } = await claude.askClaude({ options: { baseUrl: url }, request: requestIn(cwd) });
  expect(result.outcome).toBe('ok');
  expectLaneVariables(cwd);
});

test('M-26 a command of codex gets the ports of its lane', async () => {
  const cwd = await testFolder();
  const { url } = await codex.startResponsesModel({ turns: [{ tools: [shell(writeVariables)] }, { text: 'done' }] });
  const { result } = await codex.askCodex({ options: { baseUrl: url }, request: requestIn(cwd) });
  expect(result.outcome).toBe('ok');
  expectLaneVariables(cwd);
});

test('M-26 a command of an ACP agent gets the ports of its lane', async () => {
  const cwd = await testFolder();
  const { result } = await askAcp({
    script: { answers: [{ steps: [{ run: writeVariables }, { say: 'done' }] }] },
    request: requestIn(cwd),
  });
  expect(result.outcome).toBe('ok');
  expectLaneVariables(cwd);
});
