/** Step 1.5: takes the project's conventions from a file or a scan, or skips them (W-75 to W-87). */
import { liveConventions } from '../../checkout/session-files.ts';
import { agent } from '../../effects/agent.ts';
import { placeConventions, readSessionFiles, type SessionFiles } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { taskCodes } from './codes.ts';
import { scannerModel } from './models.ts';
import { conventionScanner } from './roles/convention-scanner.ts';
import { type Session, sessionState, taskScopeText } from './session.ts';
import { checkoutWorkplace, step, taskFailed, toFailedOrInspecting } from './state.ts';

/** W-80. */
const minClaudeLines = 50;
/** W-86. */
const scanRetries = 2;
const liveReference = `file:${liveConventions}` as const;

export const conventionSteps = [
  step({
    at: 'looking',
    to: ['placing', 'asking-scan', 'failed'],
    needs: ({ job: { docsPath } }) => ({ files: act(readSessionFiles, { docsPath }) }),
    next: (state, { files }) => (files.ok ? chooseSource(state, files.value) : taskFailed(files.failure)),
  }),
  step({
    at: 'placing',
    to: ['planning', 'failed'],
    needs: ({ from }) => ({ placed: act(placeConventions, { from }) }),
    next: (state, { placed }) => (placed.ok ? toPlanning(state, liveReference) : taskFailed(placed.failure)),
  }),
  step({
    at: 'asking-scan',
    to: ['scanning', 'planning'],
    needs: () => ({ answer: ask(taskCodes, 'convention-scan', {}) }),
    next: (state, { answer }) =>
      answer.choice === 'Scan' ? toScanning(state, scanRetries) : toPlanning(state, 'skipped'),
  }),
  step({
    at: 'scanning',
    to: ['checking-scan', 'asking-scan-again', 'inspecting', 'failed'],
    needs: ({ job, model }) => ({
      said: agent(
        conventionScanner,
        checkoutWorkplace,
        { repo_path: job.repoPath, lang: job.lang, scope: taskScopeText(job), output_path: liveConventions },
        { model: scannerModel(model) },
      ),
    }),
    next: (state, { said }) => {
      if (!said.ok) return toFailedOrInspecting(state, said.failure, 'plan_ready');
      // A scan succeeds only if the agent says so and the file exists (W-85).
      const at = said.value.readable ? 'checking-scan' : 'asking-scan-again';
      return { ...sessionState(state), at, retriesLeft: state.retriesLeft };
    },
  }),
  step({
    at: 'checking-scan',
    to: ['planning', 'asking-scan-again', 'failed'],
    needs: ({ job: { docsPath } }) => ({ files: act(readSessionFiles, { docsPath }) }),
    next: (state, { files }) => {
      if (!files.ok) return taskFailed(files.failure);
      // Never refer to a missing file (W-86).
      if (files.value.conventions) return toPlanning(state, liveReference);
      return { ...sessionState(state), at: 'asking-scan-again', retriesLeft: state.retriesLeft };
    },
  }),
  step({
    at: 'asking-scan-again',
    to: ['scanning', 'planning'],
    needs: ({ retriesLeft }) => ({
      answer: ask(
        taskCodes,
        'convention-scan-failed',
        { retriesLeft },
        { choices: retriesLeft > 0 ? undefined : ['Skip'] },
      ),
    }),
    next: (state, { answer }) =>
      answer.choice === 'Retry' && state.retriesLeft > 0
        ? toScanning(state, state.retriesLeft - 1)
        : toPlanning(state, 'skipped'),
  }),
] as const;

/** The decision tree of W-76 to W-78. An older copy never overwrites a live file. */
function chooseSource(s: Session, { conventions: isLive, persistedConventions, claudeLines }: SessionFiles) {
  const isKept = s.conventions === liveReference && isLive;
  if (!isKept && persistedConventions)
    return { ...sessionState(s), at: 'placing', from: `${s.job.docsPath}conventions.md` } as const;
  const known = { ...sessionState(s), conventions: isKept ? s.conventions : null };
  if (claudeLines !== null && claudeLines >= minClaudeLines)
    return { ...known, at: 'placing', from: 'CLAUDE.md' } as const;
  return { ...known, at: 'asking-scan' } as const;
}

const toScanning = (s: Session, retriesLeft: number) => ({ ...sessionState(s), at: 'scanning', retriesLeft }) as const;
const toPlanning = (s: Session, found: Session['conventions']) =>
  ({ ...sessionState(s), conventions: found, at: 'planning' }) as const;
