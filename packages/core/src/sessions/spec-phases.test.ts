import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phaseFileName, readPhases } from './spec-phases.ts';

const spec = (...lines: readonly string[]) => ['# Spec', '', '## Implementation Order', '', ...lines].join('\n');
const two = ['### Phase 1: Core <!-- complexity: low -->', 'src/core.ts', '### Phase 2: Rules', ''];
const phasesOf = (text: string) => {
  const read = readPhases(text);
  return read.ok ? read.phases.map(({ n, name, complexity }) => [n, name, complexity]) : read.refusal;
};

describe('A-19 phases', () => {
  test('have a number, a name, a complexity and their text', () => {
    expect(readPhases(spec(...two))).toEqual({
      ok: true,
      phases: [
        {
          n: 1,
          name: 'Core',
          complexity: 'low',
          text: '### Phase 1: Core <!-- complexity: low -->\nsrc/core.ts\n',
        },
        { n: 2, name: 'Rules', complexity: 'medium', text: '### Phase 2: Rules\n' },
      ],
    });
  });

  test.each([
    ['with CRLF', spec(...two).replaceAll('\n', '\r\n'), 'low'],
    ['with a dash', spec('### Phase 1 - Core', '<!-- Complexity: HIGH -->', '### Phase 2 — Rules'), 'high'],
    ['with closing marks', spec('### Phase 1: Core ###', '### Phase 2: Rules'), 'medium'],
    ['with an unknown complexity', spec('### Phase 1: Core <!-- complexity: huge -->', '### Phase 2: Rules'), 'medium'],
    ['with a quoted annotation', spec('### Phase 1: Core', '`<!-- complexity: high -->`', two[2] ?? ''), 'medium'],
    [
      'with code beside an annotation',
      spec('### Phase 1: Core', '`x` <!-- complexity: high -->', '### Phase 2: Rules'),
      'high',
    ],
    ['with two annotations', spec(two[0] ?? '', '<!-- complexity: high -->', two[2] ?? ''), 'low'],
    ['in a spec with a code block of the same section', `\`\`\`\n${spec(...two)}\n\`\`\`\n${spec(...two)}`, 'low'],
    [
      'with a code block inside',
      spec('### Phase 1: Core', '```', '### Phase 9: x', '```', '### Phase 2: Rules'),
      'medium',
    ],
    ['followed by another section', `${spec(...two)}\n## Risks\n### Phase 1: again`, 'low'],
    ['with other headings', spec(...two, '### Notes', '#### Phase 3 later', 'Phase 4 is a dream.'), 'low'],
    ['of an approved spec', `---\nstatus: approved\n---\n${spec(...two)}`, 'low'],
    ['of a spec that speaks about a status later', `${spec(...two)}\n## State\nStatus: draft`, 'low'],
  ])('are found %s', (_, text, complexity) => {
    expect(phasesOf(text)).toEqual([
      [1, 'Core', complexity],
      [2, 'Rules', 'medium'],
    ]);
  });

  test('may be Korean', () => {
    expect(phasesOf(spec('### Phase 1: 핵심 스캐너', '### Phase 2： 규칙 엔진'))).toEqual([
      [1, '핵심 스캐너', 'medium'],
      [2, '규칙 엔진', 'medium'],
    ]);
  });

  test('may be sixty', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `### Phase ${at + 1}: Step ${at + 1}\n`);
    expect(phasesOf(spec(...lines))).toHaveLength(60);
  });

  test('have names of one bounded line', () => {
    const [, name] =
      (phasesOf(spec(`### Phase 1: a\u202eb${'x'.repeat(5_000)}`, '### Phase 2: b')) as string[][])[0] ?? [];
    expect(name).toMatch(/^a bx{10,197}$/);
  });
});

describe('a spec is refused', () => {
  test.each([
    [
      'A-92 without the section',
      '# Spec\n\n## Phases\n### Phase 1: Core\n',
      { code: 'no-section', lines: ['### Phase 1: Core'] },
    ],
    [
      'A-92 with the section only in a code block',
      `\`\`\`\n${spec(...two)}\n\`\`\``,
      { code: 'no-section', lines: [] },
    ],
    [
      'A-92 without a phase',
      spec('- Phase 1: Core', '**Phase 2** Rules'),
      { code: 'no-phase', lines: ['- Phase 1: Core', '**Phase 2** Rules'] },
    ],
    [
      'with a phase in another form',
      spec(...two, '### Phase 3 Cleanup'),
      { code: 'no-phase', lines: ['### Phase 3 Cleanup'] },
    ],
    ['with a phase without a name', spec(...two, '### Phase 3: <!-- complexity: low -->'), { code: 'no-phase' }],
    ['A-99 with a number twice', spec(...two, '### Phase 2: Again'), { code: 'not-in-order', numbers: [1, 2, 2] }],
    ['A-99 without a first phase', spec('### Phase 2: a', '### Phase 3: b'), { code: 'not-in-order', numbers: [2, 3] }],
    ['A-99 in another order', spec('### Phase 2: a', '### Phase 1: b'), { code: 'not-in-order', numbers: [2, 1] }],
    ['A-02 with one phase', spec('### Phase 1: Core'), { code: 'one-phase', name: 'Core' }],
    [
      'A-02 with a status in its frontmatter',
      `---\r\nstatus: "Draft"\r\n---\r\n${spec(...two)}`,
      { code: 'not-approved', status: 'Draft' },
    ],
    [
      'A-02 with a status line',
      `# Spec\n**Status:** Proposed, 2026\n${spec(...two)}`,
      { code: 'not-approved', status: 'Proposed, 2026' },
    ],
    ['A-02 with a status in a list', `- **Status**: superseded by b.md\n${spec(...two)}`, { code: 'not-approved' }],
    ['that is empty', '', { code: 'no-section', lines: [] }],
  ])('%s', (_, text, refusal) => {
    expect(phasesOf(text)).toMatchObject(refusal);
  });

  test('or read, whatever it contains', () => {
    const piece = fc.constantFrom(
      '## Implementation Order',
      '### Phase 1: a',
      '### Phase 2 - b',
      '```',
      '<!--',
      '-->',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string(), (lines, text) => {
        const read = readPhases([...lines, text].join('\n'));
        if (read.ok) expect(read.phases.map(({ n }) => n)).toEqual(read.phases.map((_, at) => at + 1));
      }),
    );
  });

  test('in linear time', () => {
    expect(phasesOf(`${'### Phase '.repeat(300_000)}\n${'<!-- complexity: '.repeat(100_000)}`)).toMatchObject({
      code: 'no-section',
    });
  });
});

describe('A-106 the file name of a phase', () => {
  test.each([
    ['Core Scanner', 'core-scanner'],
    ['../../x', 'x'],
    ['/etc/passwd', 'etc-passwd'],
    ['CLI: "init" & more!', 'cli-init-more'],
    ['규칙 엔진', '규칙-엔진'],
    ['규칙'.normalize('NFD'), '규칙'],
    ['...', 'phase'],
    ['🚀', 'phase'],
    [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
  ])('%j is %s', (name, expected) => {
    expect(phaseFileName(name)).toBe(expected);
  });

  test('fits into a folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const file = phaseFileName(name);
        expect(file).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*$/u);
        expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
