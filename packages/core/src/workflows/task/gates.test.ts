/** Checks the gates of the task: scripts rely on headers and labels; other text is in the user's language. */

import { describe, expect, test } from 'vitest';
import { moduleCode } from '../../codes.ts';
import { ask, headerOf, type QuestionInput, questions, textsOf } from '../../effects/question.ts';
import { messagesFor } from '../../messages/index.ts';
import { questionText } from '../../messages/lookup.ts';
import { taskCodes } from './codes.ts';
import { task } from './machine.ts';

const table = { ...taskCodes.questions, tests: questions.tests };
const [en, ko] = [messagesFor('en'), messagesFor('ko')];

const gates: Readonly<Record<string, { readonly header: string; readonly labels: readonly string[] }>> = {
  'session-conflict': { header: 'Session Conflict', labels: ['Delete and start', 'Cancel'] },
  session: { header: 'Session', labels: ['Resume', 'Restart', 'Stop'] },
  mode: { header: 'Mode', labels: ['standard (Recommended)', 'single', 'multi'] },
  model: { header: 'Model', labels: ['default', 'all-opus', 'balanced (Recommended)', 'economy'] },
  'convention-scan': { header: 'Convention Scan', labels: ['Scan', 'Skip'] },
  'convention-scan-failed': { header: 'Convention Scan Failed', labels: ['Retry', 'Skip'] },
  spec: { header: 'Spec', labels: ['Proceed', 'Modify', 'Stop'] },
  verify: { header: 'Verify', labels: ['Auto-fix proposal', 'Continue to Evaluator', 'Stop'] },
  'auto-fix': { header: 'Auto-fix', labels: ['Apply patch', 'Reject', 'Stop'] },
  qa: { header: 'QA', labels: ['Fix', 'Accept as-is'] },
  commit: { header: 'Commit', labels: ['Commit code only (Recommended)', 'Commit all', 'No commit'] },
  'clean-up': { header: 'Clean-up', labels: ['Yes', 'No'] },
  tests: { header: 'Tests', labels: ['Allow', 'Send back', 'Stop'] },
};

test.each(Object.entries(gates))('W-174 %s has its header and its labels in this order', (code, { header, labels }) => {
  expect(table[code as keyof typeof table].header).toBe(header);
  expect(table[code as keyof typeof table].choices).toEqual(labels);
});

test('W-174 the task has a state for each of its gates', () => {
  const asking = [...task.steps.keys()].filter((at) => /gate|asking|approving/.test(at));
  expect(asking.length).toBeGreaterThanOrEqual(Object.keys(gates).length);
});

const params = { confidence: 'Low', summary: 's', layer: 'L2', round: 1, error: 'e', retries: 3, files: 'a.ts' };

describe.each(Object.entries(gates))('W-148 W-181 W-182 %s', (name, { labels }) => {
  const code = moduleCode(name);
  test('has a question, and explains every option, in both languages', () => {
    for (const language of [en, ko]) {
      const { question, options } = questionText(language, code);
      expect(question(params)).toMatch(/\S.*\?/s);
      expect(Object.keys(options)).toEqual(labels);
      for (const label of labels) expect(options[label]?.length ?? 0, label).toBeGreaterThan(8);
    }
  });

  test('asks in Korean with unchanged labels', () => {
    const { question, options } = questionText(ko, code);
    expect(question(params)).toMatch(/[가-힣]/);
    for (const text of Object.values(options)) expect(text).toMatch(/[가-힣]/);
  });
});

test('W-148 every question allows free text and says that it approves nothing', () => {
  expect(en.asking.other({})).toBe('Other');
  for (const { asking } of [en, ko]) expect(asking.aboutOther({})).not.toBe('');
});

test('the header of a question that earlier versions did not ask is journalled with it', () => {
  const { input } = ask(taskCodes, 'unverified', { files: 'a.ts' });
  expect(input).toMatchObject({ header: 'Unverified', choices: ['Verify again', 'No commit'] });
});

test.each(Object.entries(taskCodes.questions).filter(([code]) => code !== 'unverified'))(
  '%s is journalled as in earlier versions, and its header and texts are found without the module',
  (code, row) => {
    const { input } = ask(taskCodes, code as keyof typeof taskCodes.questions, {} as never);
    expect(Object.keys(input as object)).toEqual(['code', 'choices', 'params', 'evidence', 'item']);
    expect(headerOf(input as QuestionInput)).toBe(row.header);
    expect(textsOf(input as QuestionInput)).toEqual('texts' in row ? row.texts : []);
  },
);
