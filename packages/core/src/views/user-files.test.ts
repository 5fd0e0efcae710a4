import { expect, test } from 'vitest';
import { compareUserFiles, type KeptUserFiles, keepUserFiles } from '../effects/checkout.ts';
import { act } from '../effects/operation.ts';
import { ok } from '../failure/failure.ts';
import { answered, asked, journalOf, moved, started } from '../testing/facts.ts';
import { listUserFiles } from './user-files.ts';

const [kept] = keepUserFiles.samples as readonly [KeptUserFiles];
const keep = (value: KeptUserFiles) => [
  started(),
  asked('0/kept', act(keepUserFiles, { hasGit: true })),
  answered('0/kept', ok(value)),
  moved('x'),
];
const touched = { path: 'a.txt', how: 'changed', restore: 'git restore a.txt' } as const;
const compare = (n: number, files: readonly (typeof touched)[]) => [
  asked(`${n}/touched`, act(compareUserFiles, { kept, foreign: [], docsPath: 'docs/' })),
  answered(`${n}/touched`, ok({ files, count: files.length })),
  moved('x'),
];

test('a run that kept files of the user names the ref, the copies and the commands that restore a file', () => {
  expect(listUserFiles([journalOf(keep(kept))])).toMatchObject([
    {
      ref: 'refs/harness/kept/r/1',
      copies: '.harness/runs/r/user-files/copies',
      restore: [
        'git restore --source=refs/harness/kept/r/1 -- FILE',
        'cp -df -- .harness/runs/r/user-files/copies/FILE FILE',
      ],
      touched: [],
      touchedCount: 0,
    },
  ]);
});

test('the last comparison names the files that differ, also in a run that continues a session', () => {
  expect(listUserFiles([journalOf([...keep(kept), ...compare(1, []), ...compare(2, [touched])])])).toMatchObject([
    { touched: [touched], touchedCount: 1 },
  ]);
  expect(listUserFiles([journalOf([started(), ...compare(0, [touched])])])).toMatchObject([{ ref: kept.ref }]);
});

test('a run without files of the user has no row', () => {
  expect(listUserFiles([journalOf(keep(Object.assign({}, kept, { ref: null, copies: null })))])).toEqual([]);
});
