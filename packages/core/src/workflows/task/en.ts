/** The English texts of task. Lines that scripts may look for are exact (W-165 to W-169). */
import type { Catalogue } from '../../codes.ts';
import { parenthesised } from '../../messages/parenthesised.ts';
import { en as proofWords } from '../proof/en.ts';
import type { taskCodes } from './codes.ts';

const specResults: Readonly<Record<string, string>> = {
  changed: 'The spec was changed; the diff shows how. ',
  unchanged: 'The spec was not changed. ',
  missing: 'The spec was missing, so its earlier version was restored. ',
  empty: 'The spec was empty, so its earlier version was restored. ',
  'too-long': 'The spec is longer than 200 kB: shorten it. ',
};

const unwitnessed = (why: string): string => proofWords.sentences.unwitnessed({ why });

export const en: Catalogue<typeof taskCodes> = {
  refusals: {
    'task.step-first': ({ first }) => ({
      message: `Run ${first} first`,
      next: first === 'plan' ? 'harness task plan "<text>"' : `harness task ${first}`,
    }),
    'task.none': () => ({ message: 'No task session found in this folder.', next: 'harness task "<text>"' }),
    'task.other-branch': ({ branch }) => ({
      message: `The task works on the branch ${branch}, which is not checked out.`,
      next: `git switch ${branch}`,
    }),
    'task.foreign': ({ skill }) => ({
      message: `The session in .harness/state.json belongs to ${skill}.`,
      next: 'harness task "<text>"',
    }),
  },
  questions: {
    'session-conflict': {
      question: ({ skill }) => `A session of ${skill} is active in this directory. Delete it and start this task?`,
      options: {
        'Delete and start': 'Delete its files below .harness/ and start this task. Its unfinished work is lost.',
        Cancel: 'Keep that session and do nothing.',
      },
    },
    session: {
      question: ({ task, phase, version }) =>
        `A ${version === '1' ? 'v1 ' : ''}session was found: "${task}", ${phase}. Resume, restart or stop?`,
      options: {
        Resume: 'Continue from its current phase.',
        Restart: 'Delete its files below .harness/ and start over. Project files are not changed.',
        Stop: 'Delete its files below .harness/ and end. Project files are not changed.',
      },
    },
    'state-file': {
      question: ({ found, own }) =>
        `.harness/state.json was edited by hand: it says ${found}, but the run is at ${own}. Which one should be used?`,
      options: {
        'Take over': 'Continue from the state in the file.',
        Overwrite: 'Continue from the state of the run and overwrite the file.',
      },
    },
    mode: {
      question: () => 'How many agents should plan the task?',
      options: {
        'standard (Recommended)':
          'Two specialists propose, and their proposals become one spec. About 1.5 × the tokens; a good balance.',
        single: 'One agent. Fast and cheap; best for simple tasks.',
        multi: 'Three specialists who criticise each other. About 2 to 2.5 × the tokens; the most thorough.',
      },
    },
    model: {
      question: ({ triesLeft }) =>
        `${triesLeft < 3 ? `The answer could not be read (tries left before balanced is used: ${triesLeft}). ` : ''}${'Choose one of these, or type executor:<m>,advisor:<m>,evaluator:<m> with opus, sonnet or haiku. Which models should be used?'}`,
      options: {
        default: "The provider's default model for all roles.",
        'all-opus': 'Opus for all roles: the best and most expensive.',
        'balanced (Recommended)': 'Sonnet implements, Opus advises and evaluates: good value.',
        economy: 'Haiku implements, Sonnet advises and evaluates: the cheapest.',
      },
    },
    'convention-scan': {
      question: () =>
        'There is no detailed CLAUDE.md. Scan the code for its conventions (database, API, file structure, tests), so that the plan follows them?',
      options: {
        Scan: 'A read-only agent scans the code and writes down its conventions. This costs some tokens.',
        Skip: 'Plan without the conventions.',
      },
    },
    'convention-scan-failed': {
      question: ({ retriesLeft }) => `The convention scan wrote no result file. Retry (${retriesLeft} left) or skip?`,
      options: { Retry: 'Scan once more.', Skip: 'Plan without conventions.' },
    },
    spec: {
      question: ({ spec, result = '' }) =>
        `${specResults[result] ?? ''}Read ${spec}. Implementing it costs many tokens. Implement it as specified?`,
      options: {
        Proceed: 'Implement what the spec says.',
        Modify:
          'Edit the file, or say in one sentence what the planner should change (`--note`). You then see the changes and are asked again.',
        Stop: 'Park the run here. `harness resume` shows this question again.',
      },
    },
    verify: {
      question: ({ retries, error }) =>
        `Mechanical verification failed after ${retries} attempts${error ? `: ${error}` : ''}. How should the run continue?`,
      options: {
        'Auto-fix proposal':
          'An agent analyses the failure and proposes a small diff; you decide whether to apply it. Once per run.',
        'Continue to Evaluator': 'Leave it failing and continue with the evaluator, which is informed about it.',
        Stop: 'Park the run and investigate yourself. `harness resume` shows this question again.',
      },
    },
    'auto-fix': {
      question: ({ confidence, summary }) =>
        `A fix is proposed (confidence: ${confidence})${parenthesised(summary)}.${
          confidence === 'Low' ? ' ⚠ Low confidence: read the diff carefully before you apply it.' : ''
        } Apply it?`,
      options: {
        'Apply patch': 'Save the current state, apply the diff and verify again. The retry count does not change.',
        Reject: 'Discard the proposal and go back. There is no second proposal.',
        Stop: 'Park the run. The proposal is discarded, but its file stays.',
      },
    },
    qa: {
      question: ({ layer, round, summary }) =>
        `Round ${round} failed in ${layer === 'L2' ? 'Layer 2' : 'Layer 3'}${parenthesised(summary)}. Fix it?`,
      options: {
        Fix: 'Run one more round: plan, implement, verify, evaluate. It costs about as much as the last one.',
        'Accept as-is': 'Finish without a fix. The report stays.',
      },
    },
    'clean-up': {
      question: ({ base, folders, files }) => `Delete everything in ${base}: ${folders} folders with ${files} files?`,
      options: {
        Yes: 'Delete everything in it. With git, a copy is kept under refs/harness/kept.',
        No: 'Delete nothing.',
      },
    },
    unverified: {
      question: ({ files }) =>
        `The checkout changed after it was verified: ${files}. The change was not committed. The verified files are kept under refs/harness/kept. Verify again?`,
      options: {
        'Verify again': 'Verify and evaluate the files as they are now.',
        'No commit': 'End without a commit. All files stay as they are.',
      },
    },
    commit: {
      question: ({ branch, docs, why }) =>
        `${why === undefined ? '' : `The change is ${unwitnessed(why)}. `}The documents are in ${docs}. What should be committed on ${branch}?`,
      options: {
        'Commit code only (Recommended)':
          'One commit with the code and the notes of a spec session. Then the session files and all other documents are deleted.',
        'Commit all': 'One commit with the code and all documents. Then the session files are deleted.',
        'No commit': 'No commit. Only the session files are deleted; code and documents stay.',
      },
    },
  },
  progress: {
    'task.found': ({ version }) => `[harness] Previous session detected${version === 'v1' ? ' (v1)' : ''}.`,
    'task.row': ({ name, value }) => `  ${name.padEnd(9)} : ${value}`,
    'task.started': () => '[harness] Task started!',
    'task.left-alone': ({ files }) =>
      `[harness] ⚠ Changed before this task started, so this task never commits them: ${files}`,
    'task.costly-verifier': ({ model }) =>
      `⚠ Verifier set to ${model} — high cost for mechanical verification. haiku is usually sufficient.`,
    'task.not-kept': ({ files, count }) =>
      `[harness] ⚠ ${count} of your files are too large or too many to keep a copy: ${files}. Back them up yourself if the agent could change them.`,
    'task.user-file-touched': ({ path, how, command }) =>
      `[harness] ⚠ Your file ${path} was ${how === 'deleted' ? 'deleted' : 'changed'} during the task. It is kept; restore it with: ${command}`,
    'task.user-files-touched': ({ count }) =>
      `[harness] ⚠ ${count} of your files differ in total; \`harness show\` names the ref that keeps them.`,
    'task.docs-path-refused': ({ path }) => `[harness] ⚠ Recovered docs_path failed validation: ${path}`,
    'task.note-unreadable': ({ file, reason }) =>
      `[harness] ⚠ Failed to read ${file}: ${reason}. The planners do not see it.`,
    'task.conventions-copied': () =>
      '[harness] Conventions: CLAUDE.md detected (rich). Copied to .harness/conventions.md',
    'task.conventions-kept': ({ path }) => `[harness] Conventions: read from ${path}`,
    'task.conventions-scanned': () => '[harness] Conventions: scanned and saved to .harness/conventions.md',
    'task.conventions-skipped': () => '[harness] Conventions: skipped.',
    'task.conventions-missing': () => '[harness] ⚠ Convention scan completed but output file not found.',
    'task.unparsed': () => '[harness] ⚠ 1-line return parse failed — fallback: confidence Unknown',
    'task.tick': ({ line }) => `✓ ${line}`,
    'task.cross': ({ line }) => `✗ ${line}`,
    'task.proposals': ({ count }) => `✓ ${count} proposals generated`,
    'task.critiques': ({ count }) => `✓ ${count} cross-critiques completed`,
    'task.plan-tick': ({ line }) => `✓ Plan: ${line}`,
    'task.review-tick': ({ line }) => `✓ Review: ${line}`,
    'task.reviews-tick': ({ count }) => `✓ Reviews: ${count} advisors completed`,
    'task.code-tick': ({ line }) => `✓ Code: ${line}`,
    'task.phase-plan': () => '[harness] Phase: Plan',
    'task.plan-complete': () => '[harness] Plan complete.',
    'task.phase-generate': () => '[harness] Phase: Generate',
    'task.dispatch-generator': () => 'Dispatching generator sub-agent...',
    'task.generate-complete': () => '[harness] Generate complete.',
    'task.phase-verify': () => '[harness] Phase: Verify (Layer 1 — Mechanical)',
    'task.verify-passed': () => '[harness] Verify (Layer 1) complete.',
    'task.verify-result': () => '  Result : PASS',
    'task.verify-retry': ({ attempt, of }) =>
      `[harness] Verify (Layer 1) FAIL — retrying Generator (attempt ${attempt}/${of})`,
    'task.verify-exhausted': ({ of }) => `[harness] Verify (Layer 1) FAIL — max retries reached (${of}/${of})`,
    'task.proof-retry': ({ attempt, of }) => `[harness] Proof FAIL — retrying Generator (attempt ${attempt}/${of})`,
    'task.proof-exhausted': ({ of }) => `[harness] Proof FAIL — max retries reached (${of}/${of})`,
    'task.unwitnessed': ({ why }) => `[harness] ⚠ The change is ${unwitnessed(why)}.`,
    'task.kind': ({ kind }) => `[harness] Kind: ${kind}, as the spec says. The rule of this kind replaces the witness.`,
    'task.kind-unknown': ({ kind, kinds }) =>
      `[harness] ⚠ The spec names the kind "${kind}", which is unknown, so it is ignored. Known: ${kinds}`,
    'task.changed-tests': ({ files }) => `[harness] Tests that the spec allows to change: ${files}`,
    'task.latest-error': ({ line }) => `  Latest error: ${line}`,
    'task.see': ({ path }) => `  See: ${path}`,
    'task.first-line': ({ line }) => `  ${line}`,
    'task.path-dropped': ({ path }) => `[harness] ⚠ Path validation failed: ${path} — excluded from Proposer input`,
    'task.no-paths': () => '[harness] ⚠ No valid file paths found — Proposer input will be empty',
    'task.patch-empty': () => '[harness] ⚠ Patch file is empty or has no diff block — apply skipped',
    'task.autofix-model': ({ model }) => `[harness] ℹ Auto-fix model: ${model}`,
    'task.applying': ({ paths }) => `[harness] Applying patch to: ${paths}`,
    'task.diff-path-refused': ({ path }) => `[harness] ✗ Diff path validation failed: ${path}`,
    'task.reverted': ({ reason }) => `[harness] Apply failed — reverted to pre-apply state.${parenthesised(reason)}`,
    'task.phase-evaluate': () => '[harness] Phase: Evaluate (Layer 2+3)',
    'task.dispatch-evaluator': () => 'Dispatching evaluator sub-agent...',
    'task.evaluate-complete': () => '[harness] Evaluate complete.',
    'task.qa-pass': () => '[harness] ✓ QA PASS — task complete.',
    'task.layer2-retry': ({ attempt, of }) =>
      `[harness] Evaluate FAIL (Layer 2) — retrying Generator (attempt ${attempt}/${of})`,
    'task.layer2-exhausted': ({ of }) => `[harness] Evaluate FAIL (Layer 2) — max retries reached (${of}/${of})`,
    'task.failing-items': ({ summary }) => `  Failing items: ${summary}`,
    'task.max-rounds': () => '[harness] Max rounds reached. Remaining issues in qa_report.md.',
    'task.halted': ({ after, because, spec }) =>
      because === 'stop'
        ? '[harness] Stopped. Continue with `harness resume`.'
        : after === 'plan'
          ? `[harness] The spec is in ${spec}. Next: harness task generate`
          : after === 'evaluate'
            ? '[harness] The step is done. Next: harness resume'
            : `[harness] The step is done. Next: harness task ${after === 'generate' ? 'verify' : 'evaluate'}`,
    'task.guard-target': ({ target }) => `[harness] To be deleted after the commit: ${target}`,
    'task.guard-refused': ({ why }) =>
      `[harness] ⚠ The documents folder cannot be deleted safely${parenthesised(why)}: no file was staged or deleted.`,
    'task.unstaged': ({ file, reason }) => `[harness] ⚠ ${file} could not be staged: ${reason}. The rest is committed.`,
    'task.base-folder': ({ name, files }) => `  ${name === '' ? '(loose files)' : `${name}/`} ${files} files`,
    'task.base-memory': ({ base }) =>
      `[harness] ⚠ ${base}/memory/ contains knowledge of your team, which would be deleted too.`,
    'task.base-ignored': ({ ignored }) =>
      `[harness] ⚠ ${ignored} of these files are ignored by git: git cannot restore them after they are deleted.`,
    'task.artifacts-left': ({ path }) => `[harness] Spec, changes and reports are in ${path}`,
  },
  sentences: {
    stateMoved: ({ file, aside }) =>
      `[harness] ⚠ ${file} cannot be read, so it was moved to ${aside}. You can start a new session.`,
    rounds: ({ rounds, layer1, layer2 }) =>
      `At most ${rounds} rounds; in each, red checks are retried ${layer1} times and unmet criteria ${layer2} times before a person is asked.`,
    proof: ({ witness }) =>
      `Before its evaluation the change is proved: its tests also run without it, in rooms of their own (trust.witness: "${witness}").`,
    session: ({ task, phase }) => `A session exists and is not changed: "${task}", ${phase}.`,
    sessionForeign: ({ skill }) => `A session of ${skill} exists and is not changed.`,
    sessionUnreadable: ({ file }) => `${file} cannot be read: a real run would move it aside and start over.`,
    unfinished: ({ run }) => `A run is unfinished: ${run}.`,
  },
};
