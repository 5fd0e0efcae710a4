/** Tests that an agent in the checkout cannot write issues of the local tracker: they are orders to later runs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { expect, test } from 'vitest';
import { repository } from '../testing/tracker-repository.ts';
import { probeSandbox } from './open-sandbox.ts';

describeBoxed('an agent that may write the checkout', () => {
  test.each(['.harness/issues', 'issues'])('cannot write %s', async (issueDir) => {
    const { root, write } = repository();
    const file = `${issueDir}/APP-1.md`;
    write(file, 'kept');
    const runFolder = join(root, '.harness/runs/r');
    mkdirSync(runFolder, { recursive: true });
    const opened = await probeSandbox(root, { show: [], network: 'open', stateDir: '.orchestrator', issueDir });
    if (opened.is !== 'open') throw new Error(opened.is);
    const box = await opened.sandbox.forAgent({ cwd: root, runFolder, mode: 'exec', onDenied: () => {} });
    const script = `echo mine > product.js; echo mine > ${file}; rm ${file}; echo mine > ${issueDir}/APP-2.md; mv ${issueDir} x; ls ${issueDir}`;
    const { program, args } = box.around({ program: '/bin/sh', args: ['-c', script] });
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    await box.close();
    expect([stdout.trim(), stderr.match(/Read-only|busy/g)?.length]).toEqual(['APP-1.md', 4]);
    expect([file, 'product.js'].map((name) => readFileSync(join(root, name), 'utf8').trim())).toEqual(['kept', 'mine']);
  });
});
