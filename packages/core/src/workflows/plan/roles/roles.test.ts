import { describe, expect, test } from 'vitest';
import { sampleArtifact } from '../../../journal/artifact.ts';
import { fixer } from './fixer.ts';
import { mergeChecker } from './merge-checker.ts';
import { preparer } from './preparer.ts';
import { plansPlanReviewer } from './reviewer.ts';

const unreadable = { ok: false, failure: { code: 'agent.schema' } };

describe('merge checker', () => {
  const read = (text: string) => mergeChecker.read({ text });
  const readySentinel = 'No findings. Ready to enable auto-merge.';

  test.each([readySentinel, `I looked at everything.\n\n${readySentinel}\n`])(
    'D-29, D-34 approves with: %s',
    (text) => {
      expect(read(text)).toEqual({ ok: true, value: { is: 'ready' } });
    },
  );

  test('D-29 objects with blocking findings', () => {
    expect(read('- [high] a.ts: it leaks.\n- [low] b.ts: a nit')).toEqual({
      ok: true,
      value: { is: 'unready', why: '[high] a.ts: it leaks' },
    });
  });

  test.each(['', 'Looks good to me!', 'No findings.', `${readySentinel}\n- [medium] a.ts: but`, `> ${readySentinel}`])(
    'D-29 "%s" is not an approval',
    (text) => {
      expect(read(text)).toMatchObject(unreadable);
    },
  );
});

describe('preparer', () => {
  const body = '## Summary\n\nx\n\n## Scope\n\n## Validation\n\n## Follow-ups\n\nNone.';

  test.each([body, `\n${body}\n`, `\`\`\`markdown\n${body}\n\`\`\``])(
    'D-28 answers with Markdown of four sections',
    (text) => {
      expect(preparer.read({ text })).toEqual({ ok: true, value: body });
    },
  );

  test.each([`Here it is:\n${body}`, body.replace('## Scope', '## What'), '', `## Summary\n${'x'.repeat(40_000)}`])(
    'D-28 any other answer is unreadable',
    (text) => {
      expect(preparer.read({ text })).toMatchObject(unreadable);
    },
  );
});

test('D-27 the fixer gets the findings first, and also the existing diff', () => {
  const finding = { severity: 'high', file: 'a.ts', line: 3, text: 'leaks' } as const;
  const repair = { because: 'findings', findings: [finding] } as const;
  const prompt = fixer.prompt(
    { task: 'THE PLAN', checks: ['npm test'], repair, made: sampleArtifact },
    () => 'THE DIFF',
  );
  const places = ['leaks', 'THE PLAN', 'THE DIFF', 'npm test'].map((words) => prompt.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('D-26, D-30 the plan reviewer has a rubric for every severity', () => {
  for (const severity of ['critical', 'high', 'medium', 'low'])
    expect(plansPlanReviewer.instructions).toMatch(new RegExp(`^- ${severity}: `, 'm'));
  expect(plansPlanReviewer.mode).toBe('review');
});
