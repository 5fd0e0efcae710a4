/** Tests commit hooks in the box of a check: which run, what they may change, and what a hostile one reaches. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { keepDependencies } from '../room/kept-dependencies.ts';
import { describeBoxed, testSandbox } from '../testing/sandbox.ts';
import {
  greenHooks,
  groupMessage,
  groupWithHooks,
  runHooks,
  withTreeHooks,
  writeProgram,
} from './commit-hooks.suite.ts';

afterAll(clearScratch);

async function group(hooks: Readonly<Record<string, string>> = {}) {
  const repo = groupWithHooks(hooks);
  repo.box.sandbox = await testSandbox(repo.root);
  return repo;
}

describeBoxed('I-65 without a hook', () => {
  test('the checkpoint and message stay, also with samples and hooks of other names', async () => {
    const repo = await group({
      'pre-commit.sample': 'exit 1',
      'post-commit': 'exit 1',
      'prepare-commit-msg': 'exit 1',
    });
    const report = await runHooks(repo);
    expect(report).toMatchObject({ is: 'green', checkpoint: report.given, message: groupMessage });
  });

  test('a hook that is not executable is skipped with a note', async () => {
    const repo = await group({ 'pre-commit': 'exit 1' });
    chmodSync(join(repo.root, '.git/hooks/pre-commit'), 0o644);
    expect(await runHooks(repo)).toMatchObject({ is: 'green' });
    expect(repo.notes).toEqual(['hook.skipped pre-commit']);
  });
});

describeBoxed('I-65 a hook gets what git gives it', () => {
  test('the branch, the index, the variables, the message, and no input', async () => {
    const probe = [
      'echo "$0|$#|$1|$(git symbolic-ref HEAD)|$(git rev-parse HEAD)|$(cat | wc -c)"',
      'echo "$GIT_INDEX_FILE|$GIT_EDITOR|$GIT_AUTHOR_NAME|$GIT_AUTHOR_EMAIL|$(git config user.email)"',
      'git diff --cached --name-status; git status --porcelain; cat "$1" /dev/null 2>/dev/null; exit 9',
    ].join('\n');
    const repo = await group({ 'pre-commit': probe });
    repo.write('src/new file.ts', 'x\n');
    const { log, ...report } = await runHooks(repo);
    expect(report).toMatchObject({ is: 'red', hook: 'pre-commit' });
    const head = repo.git('rev-parse', 'HEAD');
    expect(log.split('\n').filter(Boolean)).toEqual([
      `.git/hooks/pre-commit|0||refs/heads/main|${head}|0`,
      '.git/index|:|Ada|ada@example.org|ada@example.org',
      ...['M\tsrc/main.ts', 'A\tsrc/new file.ts', 'M  src/main.ts', 'A  "src/new file.ts"'],
      'The hook pre-commit ended with exit code 9.',
    ]);
    rmSync(join(repo.root, '.git/hooks/pre-commit'));
    writeProgram(join(repo.root, '.git/hooks/commit-msg'), `#!/bin/sh\n${probe}\n`);
    const second = await runHooks(repo);
    expect(second.log).toContain('.git/hooks/commit-msg|1|.git/COMMIT_EDITMSG|refs/heads/main');
    expect(second.log).toContain(groupMessage);
    expect(existsSync(join(repo.root, '.git/COMMIT_EDITMSG'))).toBe(true); // of the user's own last commit
    expect(readFileSync(join(repo.root, '.git/COMMIT_EDITMSG'), 'utf8')).not.toContain('ABC-1');
  });

  test('its own folder, with the files beside it; a link of it leads to the hook of the base', async () => {
    const repo = await group({ 'pre-commit': '. "$(dirname "$0")/lib/x.sh"; exit 7', 'lib/x.sh': 'echo from lib' });
    expect((await runHooks(repo)).log).toContain('from lib');
    rmSync(join(repo.root, '.git/hooks/pre-commit'));
    withTreeHooks(repo, '.git/hooks', { 'scripts/hook.sh': '#!/bin/sh\necho "of the base $0"; exit 7\n' });
    symlinkSync('../../scripts/hook.sh', join(repo.root, '.git/hooks/pre-commit'));
    expect((await runHooks(repo)).log).toContain('of the base .git/hooks/pre-commit');
  });

  test('from core.hooksPath of the user: a folder elsewhere, which may call the hooks of the repository', async () => {
    const repo = await group({ 'pre-commit': 'echo of the repository; exit 5' });
    const folder = join(repo.home, 'my hooks');
    writeProgram(join(folder, 'pre-commit'), '#!/bin/sh\necho of the user; exec .git/hooks/pre-commit\n');
    repo.git('config', 'core.hooksPath', folder);
    expect((await runHooks(repo)).log).toMatch(/of the user\nof the repository\n[\s\S]*exit code 5/);
    repo.git('config', 'core.hooksPath', '');
    expect(await runHooks(repo)).toMatchObject({ is: 'green' });
  });
});

describeBoxed('I-65 hooks in the tree', () => {
  const hook = '#!/bin/sh\necho of the base; exit 4\n';

  test.each<readonly [string, (root: string) => void]>([
    ['deleted', (root) => rmSync(join(root, '.githooks/pre-commit'))],
    ['made harmless', (root) => writeProgram(join(root, '.githooks/pre-commit'), '#!/bin/sh\nexit 0\n')],
    ['made not executable', (root) => chmodSync(join(root, '.githooks/pre-commit'), 0o644)],
    [
      'hidden behind a link',
      (root) => {
        rmSync(join(root, '.githooks'), { recursive: true });
        symlinkSync('src', join(root, '.githooks'));
        writeProgram(join(root, 'src/pre-commit'), '#!/bin/sh\nexit 0\n');
      },
    ],
    ['joined by another file', (root) => writeFileSync(join(root, '.githooks/lib.sh'), 'exit 0\n')],
  ])('that the group %s are red, with the names, and none of its hooks runs', async (_, change) => {
    const repo = withTreeHooks(await group(), '.githooks', { '.githooks/pre-commit': hook });
    change(repo.root);
    const { log, is } = await runHooks(repo, { files: ['**'] });
    expect([is, log]).toEqual(['red', expect.stringMatching(/^The group changes files that decide .*\.githooks/)]);
    expect(log).not.toContain('of the base');
  });

  test('run with the content of the base, whatever lies in the checkout', async () => {
    const repo = withTreeHooks(await group(), '.githooks', { '.githooks/pre-commit': hook });
    const { log } = await runHooks(repo);
    expect(log).toBe('of the base\n\nThe hook pre-commit ended with exit code 4.\n');
  });

  test('are protected with the scripts that they run, and with the settings of hook tools', async () => {
    const files = {
      '.githooks/pre-commit': '#!/bin/sh\nsh scripts/lint.sh\n',
      'scripts/lint.sh': 'exit 4\n',
      'package.json': '{ "lint-staged": { "*.ts": "eslint" } }',
      '.pre-commit-config.yaml': 'repos: []\n',
    };
    const repo = withTreeHooks(await group(), '.githooks', files);
    repo.write('scripts/lint.sh', 'exit 0\n');
    repo.write('package.json', '{ "version": "2", "lint-staged": {} }');
    repo.write('.pre-commit-config.yaml', 'repos: [x]\n');
    const { log } = await runHooks(repo, { files: ['**'] });
    expect(log).toMatch(/: \.pre-commit-config\.yaml, package\.json, scripts\/lint\.sh\n$/);
    repo.git('checkout', '--', 'scripts', '.pre-commit-config.yaml');
    repo.write('package.json', '{ "version": "2", "lint-staged": { "*.ts": "eslint" } }');
    expect((await runHooks(repo, { files: ['**'] })).log).toContain('exit code 4');
  });

  test('of husky run from ignored files of before the first agent, and are red if an agent could have written them', async () => {
    const repo = withTreeHooks(await group(), '.husky/_', { '.husky/pre-commit': 'echo of husky; exit 3\n' });
    const shim = join(repo.root, '.husky/_/pre-commit');
    writeProgram(shim, '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n');
    writeProgram(join(repo.root, '.husky/_/h'), 'sh -e "$(dirname "$(dirname "$0")")/$(basename "$0")"\n');
    writeFileSync(join(repo.root, '.husky/_/.gitignore'), '*');
    expect((await runHooks(repo)).log).toContain('of husky');
    await keepDependencies(repo.root, 'run-1');
    writeProgram(shim, '#!/bin/sh\nexit 0\n'); // an agent, after the copy
    rmSync(join(repo.root, '.husky/_/h'));
    expect((await runHooks(repo)).log).toContain('of husky');
    repo.write('.husky/pre-commit', 'exit 0\n');
    expect((await runHooks(repo, { files: ['**'] })).log).toMatch(/hooks do: \.husky\/pre-commit\n/);
  });
});

describeBoxed('I-65 rewrites', () => {
  const staged = (path: string) => `echo "// formatted" >> ${path}; git add ${path}`;

  test('inside the group are in the new checkpoint and in the checkout, also new and deleted files', async () => {
    const repo = await group({ 'pre-commit': `${staged('src/main.ts')}; ${staged('src/새.ts')}; rm src/old.ts` });
    repo.write('src/old.ts', 'old\n');
    const report = await greenHooks(repo);
    const rows = repo.git('-c', 'core.quotepath=off', 'diff', '--name-status', 'main', report.checkpoint);
    expect(rows.split('\n')).toEqual(['M\tsrc/main.ts', 'A\tsrc/새.ts']);
    expect(repo.refs('refs/harness/kept').map((ref) => repo.git('rev-parse', ref))).toContain(report.checkpoint);
    expect([repo.read('src/main.ts'), repo.read('src/새.ts')]).toEqual(['group\n// formatted\n', '// formatted\n']);
    expect([existsSync(join(repo.root, 'src/old.ts')), await repo.save()]).toEqual([false, report.checkpoint]);
  });

  test('that were not staged count inside the group, and are left out elsewhere', async () => {
    const repo = await group({
      'pre-commit': 'echo x >> src/main.ts; echo x >> readme.md; echo x > src/log; echo x > log',
    });
    const report = await greenHooks(repo);
    expect(repo.git('show', `${report.checkpoint}:src/main.ts`)).toBe('group\nx');
    expect(repo.git('diff', '--name-only', 'main', report.checkpoint)).toBe('src/main.ts');
    expect(repo.git('status', '--porcelain')).toBe(' M src/main.ts');
  });

  test('outside the group refuse the commit if they are staged', async () => {
    const repo = await group({ 'pre-commit': `${staged('src/main.ts')}; ${staged('readme.md')}; ${staged('new.md')}` });
    expect(await runHooks(repo)).toMatchObject({ is: 'outside', hook: 'pre-commit', files: ['new.md', 'readme.md'] });
    expect(repo.read('src/main.ts')).toBe('group\n');
  });

  test('of a hook that then fails are tried once more', async () => {
    const tidy = 'grep -q tidy src/main.ts && exit 0; echo tidy >> src/main.ts; echo rewrote; exit 1';
    const repo = await group({ 'pre-commit': tidy });
    const report = await runHooks(repo);
    expect([report.is, repo.read('src/main.ts')]).toEqual(['green', 'group\ntidy\n']);
    const never = await runHooks(await group({ 'pre-commit': 'echo tidy >> src/main.ts; exit 1' }));
    expect([never.is, never.log]).toEqual(['red', expect.stringContaining('ran on them again')]);
  });

  test('do not overwrite what a person changed in the checkout since', async () => {
    const repo = await group({
      'pre-commit': `${staged('src/main.ts')}; ${staged('src/two.ts')}; echo 3 > src/three.ts; git add -f src/three.ts`,
    });
    repo.write('src/two.ts', 'two\n');
    repo.write('.gitignore', 'ignored/\nsrc/three.ts\n');
    repo.git('commit', '--quiet', '--message=ignore', '.gitignore', '--no-verify');
    const report = await greenHooks(repo, {
      meanwhile() {
        repo.write('src/two.ts', 'a person\n');
        repo.write('src/three.ts', 'a person, ignored\n');
      },
    });
    expect(repo.git('show', `${report.checkpoint}:src/two.ts`)).toBe('two\n// formatted');
    expect([repo.read('src/main.ts'), repo.read('src/two.ts'), repo.read('src/three.ts')]).toEqual([
      ...['group\n// formatted\n', 'a person\n', 'a person, ignored\n'],
    ]);
  });

  test('with a link out of the repository, a mode, and a file in place of a folder arrive as they are', async () => {
    const hooks = [
      'ln -sf /etc/passwd src/main.ts; chmod +x src/run*',
      'rm -r src/folder; echo file > src/folder; git add -A src',
    ];
    const repo = await group({ 'pre-commit': hooks.join('; ') });
    repo.write('src/run.sh', 'x\n');
    repo.write('src/folder/a', 'x\n');
    const report = await greenHooks(repo);
    const modes = repo
      .git('ls-tree', '-r', report.checkpoint, 'src')
      .split('\n')
      .map((row) => row.replace(/ blob \w+\t/, ' '));
    expect(modes).toEqual(['100644 src/folder', '120000 src/main.ts', '100755 src/run.sh']);
    expect(await repo.save()).toBe(report.checkpoint);
  });
});

describeBoxed('I-65 a hook that misbehaves', () => {
  test.each<readonly [string, string, RegExp]>([
    ['is red', 'echo no; exit 1', /^no\n\nThe hook pre-commit ended with exit code 1\.\n$/],
    ['is ended by a signal', 'kill -9 $$', /ended by a signal|exit code 137/],
    ['commits', 'git commit --quiet --no-verify --message=own', /moved HEAD/],
    ['resets', 'git reset --quiet', /took files out of the commit: src\/main\.ts/],
    ['takes the change back', 'git checkout --quiet HEAD -- src', /left nothing to commit/],
    ['removes the index', 'rm .git/index', /could not be read|nothing to commit|outside/],
    ['breaks the index', 'echo broken > .git/index', /could not be read/],
    ['leaves a pipe in place of a file', 'rm src/main.ts; mkfifo src/main.ts', /could not be read/],
  ])('and %s is red with the reason', async (_, text, reason) => {
    const repo = await group({ 'pre-commit': text });
    const report = await runHooks(repo);
    expect([report.is, report.is === 'outside' ? 'outside' : report.log]).toEqual([
      expect.stringMatching(/^(red|outside)$/),
      expect.stringMatching(reason),
    ]);
    expect([repo.git('rev-parse', 'HEAD'), repo.read('src/main.ts')]).toEqual([repo.lane.base, 'group\n']);
  });

  test('and hangs is stopped, with its children', async () => {
    const repo = await group({ 'pre-commit': 'sleep 977 & sleep 978' });
    const { log } = await runHooks(repo, { timeoutMs: 300 });
    expect(log).toContain('The hook pre-commit did not end within 0.3 s and was stopped.');
  });

  test.each([
    ['#!/usr/bin/env python9\n', 'python9'],
    ['#!/no/such/program\n', '/no/such/program'],
  ])('and has no interpreter names it: %j', async (line, name) => {
    const repo = await group();
    writeProgram(join(repo.root, '.git/hooks/pre-commit'), line);
    const { log } = await runHooks(repo);
    expect(log).toContain(`The hook pre-commit could not start: its interpreter ${name} is missing.`);
  });

  test('has no first line: it is a shell script, as for git', async () => {
    const repo = await group();
    writeProgram(join(repo.root, '.git/hooks/pre-commit'), 'echo shell; exit 6\n');
    expect((await runHooks(repo)).log).toMatch(/shell\n[\s\S]*exit code 6/);
  });
});

describeBoxed('I-36, I-65 the message', () => {
  test('may be changed, and is cleaned', async () => {
    const repo = await group({ 'commit-msg': 'sed -i "1s/^/[x] /" "$1"; printf "Change-Id: I1  \\n\\n\\n" >> "$1"' });
    expect(await runHooks(repo)).toMatchObject({ is: 'green', message: `[x] ${groupMessage}\nChange-Id: I1` });
  });

  test.each<readonly [string, string, RegExp]>([
    [
      'changes a trailer',
      'sed -i "s/ABC-1/ABC-2/" "$1"',
      /must not change these lines of the message: Issue: ABC-1 \| Issue: ABC-2/,
    ],
    ['forges an effect', 'echo "Harness-Effect: r/1" >> "$1"', /Harness-Effect: r\/1/],
    ['empties it', ': > "$1"', /left an empty message/],
    ['removes it', 'rm "$1"', /could not be read/],
    ['makes it a link', 'ln -sf /etc/passwd "$1"', /could not be read/],
    ['refuses it', 'echo too long; exit 1', /too long\n\nThe hook commit-msg ended with exit code 1/],
  ])('of a hook that %s is red', async (_, text, reason) => {
    const report = await runHooks(await group({ 'commit-msg': text }));
    expect([report.is, report.log]).toEqual(['red', expect.stringMatching(reason)]);
  });

  test('comes after pre-commit, and a late change of the index does not count', async () => {
    const repo = await group({
      'pre-commit': 'echo one >> src/main.ts; git add src',
      'commit-msg': 'echo two >> src/main.ts; git add src',
    });
    expect([(await runHooks(repo)).is, repo.read('src/main.ts')]).toEqual(['green', 'group\none\n']);
  });
});

describeBoxed('I-65 a hostile hook in its box', () => {
  test('writes neither to the repository nor to its room, sees no key, and leaves no process', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-api03-secret-of-the-user');
    const repo = await group();
    const tries = [
      `cd '${repo.root}'; echo "[core] x = y" >> .git/config; echo x >> .git/hooks/pre-commit; echo x > .git/COMMIT_EDITMSG`,
      'git update-ref refs/heads/evil HEAD; echo x >> readme.md; echo x > .harness/x; echo x > /etc/harness-evil',
      'cd - > /dev/null; echo x > ../.room/state.json; echo x > ../evil; env | grep -c secret-of-the-user',
      `echo "exit 0" > .git/hooks/pre-commit; setsid sleep 9173 & cat '${repo.root}/readme.md' "$HOME/.gitconfig"`,
      'exit 9',
    ].join('\n');
    writeProgram(join(repo.root, '.git/hooks/pre-commit'), `#!/bin/sh\n${tries}\n`);
    const state = () => ['.git/config', '.git/hooks/pre-commit', 'readme.md'].map(repo.read);
    const before = [...state(), repo.git('for-each-ref', 'refs/heads')];
    const first = await runHooks(repo);
    expect([...state(), repo.git('for-each-ref', 'refs/heads')]).toEqual(before);
    expect(first.log).toMatch(/exit code 9/);
    expect(first.log).not.toMatch(/hello|ada@example\.org/); // the checkout and the home are hidden
    expect(first.log.split('\n')).toContain('0'); // no variable has the key
    const paths = [join(repo.root, '.harness/x'), '/etc/harness-evil', join(repo.root, '.git/COMMIT_EDITMSG')];
    expect(paths.map((path) => existsSync(path) && readFileSync(path, 'utf8') === 'x\n')).toEqual([
      false,
      false,
      false,
    ]);
    const sleeping = spawnSync('sh', ['-c', 'grep -la "^sleep.9173" /proc/[0-9]*/cmdline'], { encoding: 'utf8' });
    expect(sleeping.stdout).toBe('');
    expect((await runHooks(repo)).log).toMatch(/exit code 9/); // the hook that it planted in its room is gone
  });

  test('leaves programs and pipes in its git folder: git of the harness neither starts nor opens them', async () => {
    const traps = [
      'git config core.fsmonitor "touch /tmp/w; false"; git config filter.x.clean "touch ran; cat"',
      'echo "* filter=x diff=x" > .git/info/attributes; git config core.hooksPath "$PWD/evil"',
      'mkfifo .git/objects/pipe; mkdir -p .git/objects/aa; mkfifo .git/objects/aa/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'echo /proc/self/root > .git/objects/info/alternates.new; mkfifo .git/pipe; ln -sf /dev/zero .git/COMMIT_EDITMSG',
      'echo more >> src/main.ts; git add src/main.ts',
    ];
    const repo = await group({ 'pre-commit': traps.join('\n'), 'commit-msg': 'echo "Extra: 1" >> "$1"' });
    const { checkpoint, message } = await greenHooks(repo);
    expect([repo.git('show', `${checkpoint}:src/main.ts`), message]).toEqual([
      'group\nmore',
      `${groupMessage}\nExtra: 1`,
    ]);
    expect([existsSync('/tmp/w'), existsSync(join(repo.root, 'ran'))]).toEqual([false, false]);
  });

  test('is not planted by an agent: git folders are read-only for it, and its work in the checkout is no hook', async () => {
    const repo = await group({ 'pre-commit': 'echo of the user; exit 4' });
    const box = repo.box.sandbox?.forCheck({ cwd: repo.root, runFolder: join(repo.home, 'run') });
    const plant = [
      'echo "exit 0" > .git/hooks/pre-commit; rm .git/hooks/pre-commit; mv .git .gitx; ln -s /tmp .git/hooks/x',
      'git config core.hooksPath .evil; printf "[core]\\n\\thooksPath = .evil\\n" >> .git/config',
      'mkdir .evil; echo "exit 0" > .evil/pre-commit; chmod +x .evil/pre-commit',
    ].join('\n');
    const command = box?.around({ program: '/bin/sh', args: ['-c', plant] });
    spawnSync(command?.program ?? '', command?.args ?? [], { stdio: 'ignore' });
    expect(existsSync(join(repo.root, '.evil/pre-commit'))).toBe(true);
    expect((await runHooks(repo)).log).toMatch(/of the user\n[\s\S]*exit code 4/);
  });
});
