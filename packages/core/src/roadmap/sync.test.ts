import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AutopilotState } from '../sessions/autopilot-state.ts';
import { featureStatus, findRoadmapProblems, readRoadmap } from './roadmap.ts';
import { type RoadmapRecord, readRoadmapRecord, roadmapRecordText, syncRoadmap } from './sync.ts';

type Statuses = readonly AutopilotState['phases'][number]['status'][];
const session = (specPath: string, ...statuses: Statuses) => ({
  specPath,
  phases: statuses.map((status) => ({ status })),
});
const now = new Date('2026-06-30T12:00:00Z');
const sync = (text: string, sessions: readonly ReturnType<typeof session>[], record: RoadmapRecord | null = null) =>
  syncRoadmap({ text, sessions, record, now });
const feature = (name: string, status: string, spec = `docs/${name}.md`) =>
  `### ${name}\n\n- **Status:** ${status}\n- **Spec:** ${spec}\n`;
const frontmatter = (synced: string, edited: string) =>
  `---\nproject: x\nlast_synced: ${synced}\nlast_manual_edit: ${edited}\n---\n`;
const roadmap = (...features: readonly string[]) => `# Roadmap\n\n## Milestone: One\n\n${features.join('\n')}`;
const because = (text: string, record: RoadmapRecord | null = null, ...statuses: Statuses) =>
  sync(text, [session('docs/a.md', ...(statuses.length > 0 ? statuses : (['complete'] as const)))], record).kept[0]
    ?.because;

describe('a status', () => {
  test.each<[string, Statuses, string, string]>([
    ['all complete', ['complete', 'complete'], 'planned', 'done'],
    ['complete or skipped', ['complete', 'skipped'], 'in-progress', 'done'],
    ['some complete', ['complete', 'pending'], 'backlog', 'in-progress'],
    ['one begun', ['executing', 'pending'], 'planned', 'in-progress'],
    ['none begun', ['pending', 'pending'], 'planned', 'planned'],
    ['all skipped', ['skipped'], 'planned', 'planned'],
    ['none at all', [], 'planned', 'planned'],
  ])('AO-40 follows its phases: %s', (_, phases, from, to) => {
    const { text, changed } = sync(roadmap(feature('a', from)), [session('docs/a.md', ...phases)]);
    expect(text).toBe(roadmap(feature('a', to)));
    expect(changed).toEqual(from === to ? [] : [{ feature: 'a', from, to }]);
  });

  test.each([
    'docs/a.md',
    './docs/a.md',
    '`docs/a.md`',
    '[the spec](a.md)',
    '[the spec](../docs/a.md#order)',
    '<docs/a.md>',
  ])('is linked by its spec %s', (spec) => {
    expect(sync(roadmap(feature('a', 'planned', spec)), [session('docs/a.md', 'complete')]).changed).toHaveLength(1);
  });

  test.each(['—', 'none', '', 'docs/b.md', '../../docs/a.md', '/etc/passwd'])('is not linked by %j', (spec) => {
    expect(sync(roadmap(feature('a', 'planned', spec)), [session('docs/a.md', 'complete')]).changed).toEqual([]);
  });

  test('is the furthest of several sessions of a spec', () => {
    const sessions = [session('docs/a.md', 'complete'), session('docs/a.md', 'complete', 'pending')];
    for (const order of [sessions, sessions.toReversed()])
      expect(sync(roadmap(feature('a', 'planned')), order).changed).toMatchObject([{ to: 'done' }]);
  });

  test.each([
    ['ambiguous', `${feature('a', 'planned')}- Status: backlog\n`],
    ['unknown-status', feature('a', 'nearly there')],
    ['unknown-status', feature('a', '')],
    ['unknown-status', feature('a', 'planned except tests')],
    ['of-people', feature('a', 'blocked')],
    ['of-people', feature('a', 'needs-human')],
  ])('stays if it is %s', (reason, text) => {
    expect(because(roadmap(text))).toBe(reason);
    expect(sync(roadmap(text), [session('docs/a.md', 'complete')]).text).toBe(roadmap(text));
  });

  test('never moves back', () => {
    expect(because(roadmap(feature('a', 'done')), null, 'executing')).toBe('backward');
  });
});

describe('a status that a person edited since the last sync', () => {
  const started = [session('docs/a.md', 'complete', 'pending')];
  const done = [session('docs/a.md', 'complete', 'complete')];

  test('stays in every later sync, until it is what the phases say', () => {
    const first = sync(roadmap(feature('a', 'planned')), started);
    const edited = roadmap(feature('a', 'backlog'));
    const second = sync(edited, done, first.record);
    expect(second.kept).toEqual([{ feature: 'a', because: 'edited' }]);
    const third = sync(edited, done, second.record);
    expect([third.kept.length, third.text]).toEqual([1, edited]);
    const agreed = sync(roadmap(feature('a', 'in-progress')), started, third.record);
    expect(agreed.kept).toEqual([]);
    expect(sync(roadmap(feature('a', 'in-progress')), done, agreed.record).changed).toHaveLength(1);
  });

  test('stays also if the last sync changed nothing', () => {
    const first = sync(roadmap(feature('a', 'planned')), []);
    expect(because(roadmap(feature('a', 'backlog')), first.record)).toBe('edited');
    expect(because(roadmap(feature('a', 'planned')), first.record)).toBeUndefined();
  });

  test('is free again after a sync in which the phases said no other', () => {
    const first = sync(roadmap(feature('a', 'backlog')), []);
    const groomed = roadmap(feature('a', 'planned'));
    expect(because(groomed, sync(groomed, [], first.record).record)).toBeUndefined();
  });

  test('is known by the times of the roadmap if there is no record', () => {
    const [early, late] = ['2026-01-01', '2026-02-01T10:00:00Z'];
    const text = (synced: string, edited: string) =>
      `${frontmatter(synced, edited)}${roadmap(feature('a', 'planned'))}`;
    expect(because(text(early, late))).toBe('edit-stamp');
    expect(because(text(late, early))).toBeUndefined();
    expect(because(text('never', late))).toBeUndefined();
    const kept = sync(text(early, late), started);
    expect([kept.text, kept.record.features]).toEqual([text(early, late), []]);
  });

  test('stays if the time of the sync moves on because of another feature', () => {
    const both = (a: string, b: string) => roadmap(feature('a', a), feature('b', b));
    const first = sync(frontmatter('2026-01-01', '2026-01-01') + both('planned', 'planned'), []);
    const text = frontmatter('2026-01-01', '2026-02-01') + both('planned', 'planned') + feature('c', 'planned');
    const sessions = [session('docs/a.md', 'complete'), session('docs/c.md', 'complete')];
    const second = sync(text, sessions, first.record);
    expect(second.changed).toMatchObject([{ feature: 'a' }]);
    expect(second.kept).toEqual([{ feature: 'c', because: 'edit-stamp' }]);
    expect(sync(second.text, sessions, second.record)).toMatchObject({ changed: [], kept: [{ because: 'edited' }] });
  });

  test('is not assumed if another clone synced the roadmap', () => {
    const of = (time: string, status: string) => frontmatter(time, '2026-01-01') + roadmap(feature('a', status));
    const { record } = sync(of('2026-01-02', 'planned'), []);
    expect(sync(of('2026-01-03', 'in-progress'), done, record).changed).toHaveLength(1);
    expect(sync(of('2026-01-02', 'in-progress'), done, record).changed).toHaveLength(0);
  });

  test.each(['', frontmatter('2026-01-01', '2026-01-01')])(
    'is not assumed after a crash between the writes: %j',
    (head) => {
      const text = head + roadmap(feature('a', 'planned'));
      const { pending, text: written } = sync(text, started);
      expect(sync(text, done, pending).changed).toHaveLength(1);
      expect(sync(written, done, pending).changed).toHaveLength(1);
    },
  );
});

test('a status or priority that is no known word is a problem', () => {
  const text = `---\nproject: x\n---\n${roadmap(feature('a', 'soon'), feature('b', 'done'), '### c\n- Priority: P4\n- Status: done\n- Status: done\n')}`;
  expect(findRoadmapProblems(text)).toMatchObject([
    { key: 'line 8, Status', found: '"soon"' },
    { key: 'line 18, Status', found: '"several"' },
    { key: 'line 18, Priority', found: '"P4"' },
  ]);
});

describe('the text', () => {
  const odd = [
    '\uFEFF---\r\nproject: "x"\r\nlast_synced: "2026-01-01T00:00:00Z"   # by hand\r\nodd: [[[\r\n---\r\n',
    '# Roadmap  \r\n\r\n### no milestone\r\n- Status: planned\r\n- Spec: docs/a.md\r\n',
    '## Notes\r\n### a\r\n- **Status:** planned\r\n- **Spec:** docs/a.md\r\n',
    '## Milestone: One ##\r\n```\r\n### a\r\n- **Status:** planned\r\n- **Spec:** docs/a.md\r\n```\r\n',
    '<!--\r\n### a\r\n- **Status:** planned\r\n- **Spec:** docs/a.md\r\n-->\r\n',
    '### Feature: a\r\n* __Status__: `Planned`  <!-- soon -->\t\r\n  - **Status:** nested\r\n- Spec: docs/a.md   \r\n#### More\r\n- Status: done\r\n',
    '### a\r\n- **Spec:** [a](a.md)\r\n- **Status:** backlog',
  ].join('');

  test('changes only at the values', () => {
    const { text, changed } = sync(odd, [session('docs/a.md', 'complete')]);
    expect(changed).toEqual([
      { feature: 'a', from: 'planned', to: 'done' },
      { feature: 'a', from: 'backlog', to: 'done' },
    ]);
    const expected = odd
      .replace('2026-01-01T00:00:00Z', now.toISOString())
      .replace('`Planned`', '`done`')
      .replace(/backlog$/, 'done');
    expect(text).toBe(expected);
  });

  test('keeps every character outside of the edited values, whatever the file contains', () => {
    const pieces = fc.constantFrom(
      ...['---\n', '## Milestone: A', '## Backlog', '## Other', '### a', '### b', '```', '<!--', '-->', '', '  ', '\t'],
      ...[
        '- **Status:** planned',
        '- Status: backlog ',
        '* Status: done',
        '- **Spec:** docs/a.md',
        '- Spec: docs/b.md',
      ],
      ...[
        'last_synced: 2026-01-01',
        'last_manual_edit: 2026-01-02',
        '\u0000\u001b[2J',
        '\u202e',
        '## Milestone: A ##',
        '#### c',
      ],
    );
    const texts = fc
      .tuple(fc.array(pieces, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'))
      .map(([all, end]) => all.join(end));
    fc.assert(
      fc.property(texts, fc.boolean(), (before, isDone) => {
        const sessions = [
          session('docs/a.md', 'complete', isDone ? 'complete' : 'pending'),
          session('docs/b.md', 'complete'),
        ];
        const result = sync(before, sessions);
        expect(masked(result.text)).toBe(masked(before));
        const again = sync(result.text, sessions, result.record);
        expect([again.text, again.changed]).toEqual([result.text, []]);
        expect(readRoadmapRecord(roadmapRecordText(result.record))).toMatchObject({ ok: true, value: result.record });
      }),
    );
  });

  /** The text without the values that a sync may edit. */
  function masked(text: string): string {
    const { lastSynced, features } = readRoadmap(text);
    const places = [...(lastSynced ? [lastSynced] : []), ...features.flatMap((one) => featureStatus(one) ?? [])];
    let [at, rest] = [0, ''];
    for (const { start, end } of places) [rest, at] = [`${rest}${text.slice(at, start)}§`, end];
    return rest + text.slice(at);
  }

  test('of 10 MB is read in linear time', () => {
    const many = roadmap(...Array.from({ length: 30_000 }, (_, n) => feature(`f${n}`, 'planned')));
    expect(sync(many, [session('docs/f7.md', 'complete')]).changed).toEqual([
      { feature: 'f7', from: 'planned', to: 'done' },
    ]);
    const hostile = [
      `---\n${'['.repeat(5_000_000)}\n---\n`,
      `## Milestone: ${'#'.repeat(10_000_000)}`,
      roadmap(`### a\n- **Status:** ${' '.repeat(10_000_000)}x\n`),
      roadmap(`### a\n- **Spec:** ${'[('.repeat(5_000_000)}\n`),
      roadmap(`### ${'a '.repeat(5_000_000)}\n- Status: planned\n`),
    ];
    expect(hostile.map((text) => sync(text, [session('docs/a.md', 'complete')]).changed)).toEqual([[], [], [], [], []]);
  });

  test('names of object methods and doubled names are features like others', () => {
    const text = roadmap(
      feature('__proto__', 'planned', 'docs/a.md'),
      feature('x', 'planned', 'docs/a.md'),
      feature('x', 'planned'),
    );
    const first = sync(text, []);
    const edited = text.replace('planned', 'backlog');
    const { changed, kept } = sync(edited, [session('docs/a.md', 'complete')], first.record);
    expect(changed).toEqual([{ feature: 'x', from: 'planned', to: 'done' }]);
    expect(kept).toEqual([{ feature: '__proto__', because: 'edited' }]);
  });
});
