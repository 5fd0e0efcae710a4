/** The English texts of task. Lines that scripts may look for are exact (W-165 to W-169). */
import type { Catalogue } from '../../codes.ts';
import { parenthesised } from '../../messages/parenthesised.ts';
import type { taskCodes } from './codes.ts';

export const en: Catalogue<typeof taskCodes> = {
  refusals: {
    'task.step-first': ({ first }) => ({
      message: `Run ${first} first`,
      next: first === 'plan' ? 'harness task plan "<text>"' : `harness task ${first}`,
    }),
    'task.none': () => ({ message: 'There is no session of a task here.', next: 'harness task "<text>"' }),
    'task.foreign': ({ skill }) => ({
      message: `The session in .harness/state.json belongs to ${skill}.`,
      next: 'harness task "<text>"',
    }),
  },
  questions: {
    'session-conflict': {
      question: ({ skill }) => `A session of ${skill} is active in this directory. Delete it and start this task?`,
      options: {
        'Delete and start': 'Delete its files below .harness/ and begin this task. What it had not finished is lost.',
        Cancel: 'Leave that session alone and do nothing.',
      },
    },
    session: {
      question: ({ task, phase, version }) =>
        `A ${version === '1' ? 'v1 ' : ''}session was found: "${task}", ${phase}. Resume, restart or stop?`,
      options: {
        Resume: 'Go on from where it stands.',
        Restart: 'Delete its files below .harness/ and start afresh. Files of the project stay as they are.',
        Stop: 'Delete its files below .harness/ and end. Files of the project stay as they are.',
      },
    },
    'state-file': {
      question: ({ found, own }) =>
        `.harness/state.json was changed by hand: it says ${found}, the run stands at ${own}. Which one holds?`,
      options: {
        'Take over': 'Go on from what the file says.',
        Overwrite: 'Go on from what the run knows; the file is written anew.',
      },
    },
    mode: {
      question: () => 'How many shall think about it?',
      options: {
        'standard (Recommended)':
          'Two specialists propose, one spec comes out. About 1.5 × the tokens; a good balance.',
        single: 'One agent. Fast and thrifty; best for simple tasks.',
        multi: 'Three specialists who criticise each other. About 2 to 2.5 × the tokens; the deepest look.',
      },
    },
    model: {
      question: ({ triesLeft }) =>
        `${triesLeft < 3 ? `That could not be read, ${triesLeft} left before balanced is taken. ` : ''}${'One of these, or executor:<m>,advisor:<m>,evaluator:<m> with opus, sonnet or haiku: which models shall they use?'}`,
      options: {
        default: "The provider's own model for all of them; nothing is changed.",
        'all-opus': 'Opus for all of them: the best, and the dearest.',
        'balanced (Recommended)': 'Sonnet implements, Opus advises and evaluates: good for its price.',
        economy: 'Haiku implements, Sonnet advises and evaluates: the cheapest.',
      },
    },
    'convention-scan': {
      question: () =>
        'There is no rich CLAUDE.md. Shall the code be scanned for its conventions (database, API, file structure, tests), so that the plan fits them?',
      options: {
        Scan: 'One read-only agent looks through the code and writes down what it finds; that costs some tokens.',
        Skip: 'Plan without knowing them.',
      },
    },
    'convention-scan-failed': {
      question: ({ retriesLeft }) =>
        `The convention scan did not leave what it should have. Retry (${retriesLeft} left) or skip?`,
      options: { Retry: 'Scan once more.', Skip: 'Plan without conventions.' },
    },
    spec: {
      question: ({ spec }) => `Read ${spec}. Implementing it costs many tokens; shall it be done as it says?`,
      options: {
        Proceed: 'Implement what the spec says.',
        Modify: 'Edit the file first; you are asked again.',
        Stop: 'Park the run here. `harness resume` shows this question again.',
      },
    },
    verify: {
      question: ({ retries, error }) =>
        `Mechanical verification failed after ${retries} attempts${error ? `: ${error}` : ''}. How shall it go on?`,
      options: {
        'Auto-fix proposal':
          'An agent analyses the failure and proposes a small diff; you decide about it. Once per run.',
        'Continue to Evaluator': 'Leave it red and let the evaluator look; it is told so.',
        Stop: 'Park the run and look yourself. `harness resume` shows this question again.',
      },
    },
    'auto-fix': {
      question: ({ confidence, summary }) =>
        `A fix is proposed (confidence: ${confidence})${parenthesised(summary)}.${
          confidence === 'Low' ? ' ⚠ Low confidence: read the diff carefully before you apply it.' : ''
        } Apply it?`,
      options: {
        'Apply patch': 'Save what is there, apply the diff, verify again. The count of retries stays.',
        Reject: 'Drop the proposal and go back; there is no second one.',
        Stop: 'Park the run. The proposal is dropped, its file stays.',
      },
    },
    qa: {
      question: ({ layer, round, summary }) =>
        `Round ${round} failed in ${layer === 'L2' ? 'Layer 2' : 'Layer 3'}${parenthesised(summary)}. Fix it?`,
      options: {
        Fix: 'One more round: plan, implement, verify, evaluate. Costs as much as the last.',
        'Accept as-is': 'Finish without fixing; the report stays.',
      },
    },
    'clean-up': {
      question: ({ base, folders, files }) => `Delete all of ${base}: ${folders} folders with ${files} files?`,
      options: {
        Yes: 'Delete everything in it. With git, it is kept under refs/harness/kept first.',
        No: 'Delete nothing.',
      },
    },
    commit: {
      question: ({ branch, docs }) => `The documents are in ${docs}. What shall be committed on ${branch}?`,
      options: {
        'Commit code only (Recommended)':
          'One commit of the code and the notes of a spec session; afterwards the session files and the documents are deleted.',
        'Commit all': 'One commit of the code and all documents; afterwards the session files are deleted.',
        'No commit': 'Only the session files are deleted; code and documents stay as they are.',
      },
    },
  },
  progress: {
    'task.found': ({ version }) => `[harness] Previous session detected${version === 'v1' ? ' (v1)' : ''}.`,
    'task.row': ({ name, value }) => `  ${name.padEnd(9)} : ${value}`,
    'task.started': () => '[harness] Task started!',
    'task.left-alone': ({ files }) => `[harness] ⚠ Changed before this task began, so never committed by it: ${files}`,
    'task.costly-verifier': ({ model }) =>
      `⚠ Verifier set to ${model} — high cost for mechanical verification. haiku is usually sufficient.`,
    'task.docs-path-refused': ({ path }) => `[harness] ⚠ Recovered docs_path failed validation: ${path}`,
    'task.note-unreadable': ({ file, reason }) =>
      `[harness] ⚠ Failed to read ${file}: ${reason}. The planners get nothing of it.`,
    'task.conventions-copied': () =>
      '[harness] Conventions: CLAUDE.md detected (rich). Copied to .harness/conventions.md',
    'task.conventions-kept': ({ path }) => `[harness] Conventions: taken from ${path}`,
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
        ? '[harness] Stopped. `harness resume` goes on from here.'
        : after === 'plan'
          ? `[harness] The spec is in ${spec}. Next: harness task generate`
          : after === 'evaluate'
            ? '[harness] The step is done. Next: harness resume'
            : `[harness] The step is done. Next: harness task ${after === 'generate' ? 'verify' : 'evaluate'}`,
    'task.guard-target': ({ target }) => `[harness] To be deleted after the commit: ${target}`,
    'task.guard-refused': ({ why }) =>
      `[harness] ⚠ The documents folder may not be deleted${parenthesised(why)}: nothing was staged and nothing deleted.`,
    'task.unstaged': ({ file, reason }) => `[harness] ⚠ ${file} could not be staged: ${reason}. The rest is committed.`,
    'task.base-folder': ({ name, files }) => `  ${name === '' ? '(loose files)' : `${name}/`} ${files} files`,
    'task.base-memory': ({ base }) =>
      `[harness] ⚠ ${base}/memory/ holds knowledge of your team; it would be deleted too.`,
    'task.base-ignored': ({ ignored }) =>
      `[harness] ⚠ ${ignored} of these files are ignored by git: once deleted, no checkout brings them back.`,
    'task.artifacts-left': ({ path }) => `[harness] Spec, changes and reports are in ${path}`,
  },
  sentences: {
    stateMoved: ({ file, aside }) =>
      `[harness] ⚠ ${file} cannot be read; it was moved to ${aside}. A fresh session can begin.`,
    rounds: ({ rounds, layer1, layer2 }) =>
      `At most ${rounds} rounds; in each, red checks go back ${layer1} times and unmet criteria ${layer2} times before a person is asked.`,
    session: ({ task, phase }) => `A session lies here and stays as it is: "${task}", ${phase}.`,
    sessionForeign: ({ skill }) => `A session of ${skill} lies here and stays as it is.`,
    sessionUnreadable: ({ file }) => `${file} cannot be read: the command would move it aside and begin anew.`,
    unfinished: ({ run }) => `A run lies here unfinished: ${run}.`,
  },
};
