/** Tests a box with hostile processes: they try to write, see, reach and leave behind what they must not. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../test-folder.ts';
import { describeBoxed, testSandbox } from '../testing/sandbox.ts';
import type { Box } from './box.ts';
import type { SandboxOptions } from './sandbox.ts';

interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

async function runInside(
  { around }: Box,
  command: string,
  env: NodeJS.ProcessEnv = {},
  reach?: string[],
): Promise<CommandResult> {
  const { program, args } = around({ program: '/bin/sh', args: ['-c', command] }, reach ? { reach } : undefined);
  const child = spawn(program, args, { env: { PATH: process.env['PATH'], HOME: homedir(), ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** A repository with a lane and a run, next to a home with a secret. */
async function setUp({ tokens = [], ...more }: Partial<SandboxOptions> = {}) {
  const top = await testFolder();
  const [root, home] = [join(top, 'repo'), join(top, 'home')];
  mkdirSync(root);
  const write = (path: string, text = 'kept\n') => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
    return join(top, path);
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root });
  git('init', '--quiet', '--initial-branch=main');
  write('repo/README.md');
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  const lane = join(root, '.harness/worktrees/lane');
  git('worktree', 'add', '--quiet', '-b', 'lane', lane);
  write('repo/.harness/runs/r/journal.jsonl');
  write('repo/.harness/state.json');
  write('home/.ssh/id_rsa', 'the key of a person\n');
  write('home/.cargo/bin/tool', 'a tool\n');
  write('home/.cargo/credentials.toml', 'a token\n');
  const environment = { PATH: process.env['PATH'], HOME: home };
  const hidden = tokens.map((path) => join(root, path));
  const kept = [join(root, '.orchestrator')];
  const sandbox = await testSandbox(root, { environment, tokens: hidden, kept, ...more });
  const runFolder = join(root, '.harness/runs/r');
  const denied: string[] = [];
  const onDenied = (host: string) => void denied.push(host);
  const agent = async (mode: 'exec' | 'review' | 'complete', cwd = lane, ...writes: readonly string[]) => {
    const box = await sandbox.forAgent({ cwd, runFolder, mode, writes, onDenied });
    onTestFinished(() => box.close());
    return box;
  };
  return {
    top,
    root,
    home,
    lane,
    runFolder,
    sandbox,
    agent,
    denied,
    write,
    check: sandbox.forCheck({ cwd: lane, runFolder }),
  };
}

/** A server on this machine that is not the model. */
async function startOtherServer() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('hello from outside');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const fetchCommand = (url: string) =>
  `node -e "fetch('${url}').then((r) => r.text()).then(console.log, (e) => console.log('no', e.cause?.code))"`;

describeBoxed('the token of the control server', () => {
  test("cannot be read in a box: otherwise an agent could answer the user's questions", async () => {
    const { root, runFolder, sandbox, check, agent, write } = await setUp({ tokens: ['.orchestrator/control.json'] });
    const token = write('repo/.orchestrator/control.json', 'the token');
    const boxes = [check, sandbox.forCheck({ cwd: root, runFolder }), await agent('exec'), await agent('review')];
    for (const box of [...boxes, await agent('exec', root)])
      expect((await runInside(box, `cat ${token}; cp ${token} /tmp/x; cat /tmp/x`)).output).not.toContain('the token');
  });
});

describeBoxed('a boxed process can write', () => {
  test('its lane, a private temporary folder and a private home; only the lane is kept', async () => {
    const { lane, home, check, top } = await setUp();
    const { code } = await runInside(
      check,
      `echo a > made && echo b > /tmp/made && echo c > ${home}/made && echo d > ${top}/made`,
      { HOME: home },
    );
    expect(code).toBe(0);
    expect(
      [join(lane, 'made'), '/tmp/made', join(home, 'made'), join(top, 'made')].map((path) => existsSync(path)),
    ).toEqual([true, false, false, false]);
  });

  test.each([
    ["the user's own files", 'repo/README.md'],
    ['a hook of git', 'repo/.git/hooks/pre-commit'],
    ["git's own files of the lane", 'repo/.git/worktrees/lane/HEAD'],
    ['the git file of the lane', 'repo/.harness/worktrees/lane/.git'],
    ['the journal of its run', 'repo/.harness/runs/r/journal.jsonl'],
    ['a run that does not exist', 'repo/.harness/runs/forged/journal.jsonl'],
    ['an answer in an inbox', 'repo/.harness/runs/r/inbox/forged.json'],
    ['the state of the harness', 'repo/.harness/state.json'],
  ])('not %s', async (_, path) => {
    const { top, check, agent } = await setUp();
    const target = join(top, path);
    const before = existsSync(target) ? readFileSync(target, 'utf8') : null;
    const attack = `mkdir -p ${dirname(target)}; echo forged > ${target} || { rm -f ${target}; mv ${dirname(target)} ${dirname(target)}2; }`;
    for (const box of [check, await agent('exec')]) expect((await runInside(box, attack)).code).not.toBe(0);
    expect(existsSync(target) ? readFileSync(target, 'utf8') : null).toBe(before);
  });

  test("everything in the checkout except git and the harness's own files", async () => {
    const { root, agent } = await setUp();
    const box = await agent('exec', root);
    expect((await runInside(box, 'echo changed > README.md && echo new > src')).code).toBe(0);
    for (const attack of [
      'echo x > .git/hooks/x',
      'mv .git moved',
      'mv .harness moved',
      'echo x > .harness/runs/r/journal.jsonl',
      'rm -rf .harness',
      'echo x > .harness/state.json',
      'mv .harness/runs .harness/moved',
      'echo x > .harness/runs/forged',
      'rm .harness/worktrees/lane/README.md',
    ])
      expect((await runInside(box, attack)).code).not.toBe(0);
    expect(readFileSync(join(root, '.harness/runs/r/journal.jsonl'), 'utf8')).toBe('kept\n');
  });

  test('no state in the checkout, for an agent or a check: no hook, no grant, no memory, no forge', async () => {
    const { root, runFolder, sandbox } = await setUp();
    const place = { cwd: root, runFolder, mode: 'exec', onDenied: () => undefined } as const;
    const worker = await sandbox.forAgent(place);
    onTestFinished(() => worker.close());
    for (const box of [worker, sandbox.forCheck({ cwd: root, runFolder })]) {
      expect((await runInside(box, 'echo changed > README.md')).code).toBe(0);
      for (const attack of [
        'mkdir -p .harness/hooks',
        'mkdir -p .harness/planner',
        'touch .harness/checkpoint-x.granted',
        'echo x > .harness/features.json',
        'mkdir -p .orchestrator/forge/origin.git/hooks',
        'mv .orchestrator moved',
        'rmdir .orchestrator',
        'touch .orchestrator/FROZEN',
      ])
        expect((await runInside(box, attack)).code, attack).not.toBe(0);
    }
  });

  test('a check in a clean room sees only the git folder and the tools of the checkout', async () => {
    const { top, home, root, runFolder, write } = await setUp();
    const tool = dirname(write('repo/.venv/bin/tool'));
    const hidden = dirname(write('repo/node_modules/.bin/planted'));
    write('repo/build/planted.js');
    const environment = { PATH: [hidden, tool, process.env['PATH']].join(':'), HOME: home };
    const sandbox = await testSandbox(root, { environment });
    const room = join(top, 'rooms/repo');
    write('rooms/repo/src/a.js');
    const place = { cwd: join(room, 'src'), room, runFolder };
    const box = sandbox.forCheck({ ...place, tools: [tool] });
    const seen = await runInside(
      box,
      `cat a.js; touch ../made; ls -A ${root}; git -C ${root} log --format=%s; ls ${tool}`,
    );
    expect(seen.output).toBe('kept\n.git\n.venv\nFirst\ntool\n');
    expect((await runInside(sandbox.forCheck(place), `ls -A ${root}`)).output).toBe('.git\n');
    for (const path of ['README.md', 'build', 'node_modules', '.harness', '.harness/worktrees/lane'])
      expect((await runInside(box, `ls ${root}/${path} || touch ${root}/new`)).code, path).not.toBe(0);
  });

  test('its output file below .harness, and no other file there', async () => {
    const { root, agent } = await setUp();
    const box = await agent('exec', root, '.harness/planner/a.md');
    await runInside(box, 'echo plan > .harness/planner/a.md; echo x > .harness/planner/b.md; mkdir .harness/hooks');
    await box.bringOut();
    expect(readFileSync(join(root, '.harness/planner/a.md'), 'utf8')).toBe('plan\n');
    expect([existsSync(join(root, '.harness/planner/b.md')), existsSync(join(root, '.harness/hooks'))]).toEqual([
      false,
      false,
    ]);
  });

  test('no file if it is read-only, in the lane or in the checkout', async () => {
    const { root, lane, agent } = await setUp();
    for (const cwd of [root, lane])
      for (const mode of ['review', 'complete'] as const) {
        const { code, output } = await runInside(await agent(mode, cwd), 'echo x > made');
        expect([code, output]).toEqual([expect.any(Number), expect.stringContaining('Read-only')]);
      }
    expect([existsSync(join(root, 'made')), existsSync(join(lane, 'made'))]).toEqual([false, false]);
  });

  test('only its output file if it has one, whatever it writes next to it', async () => {
    const { lane, agent, write } = await setUp();
    write('repo/.harness/worktrees/lane/docs/other.md');
    const box = await agent('review', lane, 'docs/report.md');
    const { output } = await runInside(
      box,
      'cat docs/other.md; echo draft > docs/.tmp && mv docs/.tmp docs/report.md; echo x > docs/more.md; echo x > docs/other.md',
    );
    await box.bringOut();
    expect(output).toContain('kept');
    expect(readFileSync(join(lane, 'docs/report.md'), 'utf8')).toBe('draft\n');
    expect([existsSync(join(lane, 'docs/more.md')), readFileSync(join(lane, 'docs/other.md'), 'utf8')]).toEqual([
      false,
      'kept\n',
    ]);
  });

  test('no link in place of its output file', async () => {
    const { lane, agent, home } = await setUp();
    const box = await agent('review', lane, 'report.md');
    await runInside(box, `ln -s ${home}/.ssh/id_rsa report.md`);
    await box.bringOut();
    expect(existsSync(join(lane, 'report.md'))).toBe(false);
  });

  test.each(['exec', 'review'] as const)(
    'a role that may %s writes its named paths, and nothing beside them',
    async (mode) => {
      const { root, agent, write } = await setUp();
      const session = '.harness/sessions/s';
      write(`repo/${session}/state.json`, '{"task":1}\n');
      write(`repo/${session}/handoff.json`, 'old\n');
      write(`repo/${session}/autopilot-state.json`);
      write('repo/docs/plans/other.md');
      const named = [
        'docs/plans/plan.md',
        `${session}/state.json`,
        `${session}/handoff.json`,
        `${session}/scratchpad/1/`,
      ];
      const box = await agent(mode, root, ...named);
      const { output } = await runInside(
        box,
        [
          `cd ${session}; cat state.json ../../../docs/plans/other.md; sed -i s/1/2/ state.json`,
          'rm handoff.json; echo x > autopilot-state.json; echo x > more.json; mkdir scratchpad/1/deep scratchpad/2',
          'echo note > scratchpad/1/deep/note.md; mv scratchpad/1 scratchpad/moved; ln -s /etc scratchpad/1/etc',
          'echo plan > ../../../docs/plans/plan.md',
        ].join('\n'),
      );
      await box.bringOut();
      const read = (path: string) => readFileSync(join(root, path), 'utf8');
      expect(output).toMatch(/^\{"task":1\}\nkept/);
      expect([read('docs/plans/plan.md'), read(`${session}/state.json`)]).toEqual(['plan\n', '{"task":2}\n']);
      expect([read(`${session}/autopilot-state.json`), read('docs/plans/other.md')]).toEqual(['kept\n', 'kept\n']);
      expect(read(`${session}/scratchpad/1/deep/note.md`)).toBe('note\n');
      expect(readdirSync(join(root, session)).sort()).toEqual(['autopilot-state.json', 'scratchpad', 'state.json']);
      expect(readdirSync(join(root, session, 'scratchpad'))).toEqual(['1']);
    },
  );

  test('a named file in the folder of the harness shows no journal of another run', async () => {
    const { root, agent, write } = await setUp();
    write('repo/.harness/runs/other/journal.jsonl', 'the journal of another run\n');
    const box = await agent('review', root, '.harness/plan-review.md');
    const { output } = await runInside(
      box,
      'echo yes > .harness/plan-review.md; cat .harness/state.json .harness/runs/other/journal.jsonl',
    );
    await box.bringOut();
    expect(output).toMatch(/^kept\n/);
    expect(output).not.toContain('the journal');
    expect(readFileSync(join(root, '.harness/plan-review.md'), 'utf8')).toBe('yes\n');
  });

  test('a named file that no process changed keeps what the harness wrote since', async () => {
    const { root, agent, write } = await setUp();
    write('repo/.harness/sessions/s/state.json', 'old\n');
    const box = await agent('exec', root, '.harness/sessions/s/state.json');
    write('repo/.harness/sessions/s/state.json', 'new\n');
    await runInside(box, 'cat .harness/sessions/s/state.json');
    await box.bringOut();
    expect(readFileSync(join(root, '.harness/sessions/s/state.json'), 'utf8')).toBe('new\n');
  });

  test('a working role in a lane writes beside its named file, too', async () => {
    const { lane, agent } = await setUp();
    const box = await agent('exec', lane, 'docs/plan.md');
    await runInside(box, 'mkdir -p docs; echo a > docs/plan.md; echo b > docs/other.md');
    await box.bringOut();
    expect(readdirSync(join(lane, 'docs')).sort()).toEqual(['other.md', 'plan.md']);
  });

  test('root in a box has no capabilities', async () => {
    const { check, root } = await setUp();
    await runInside(
      check,
      `mount -o remount,rw,bind ${root} || mount -o remount,rw /; echo x > ${root}/README.md; umount ${root}/.harness/runs`,
    );
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('kept\n');
    expect((await runInside(check, 'grep CapEff /proc/self/status')).output).toMatch(/0{16}/);
  });
});

describeBoxed('a boxed process can see', () => {
  test('git in the lane, for reading', async () => {
    const { check, agent } = await setUp();
    for (const box of [check, await agent('exec'), await agent('review')]) {
      const { code, output } = await runInside(
        box,
        'git status --short && git diff && git log --oneline && git rev-parse --abbrev-ref HEAD',
      );
      expect([code, output]).toEqual([0, expect.stringContaining('lane')]);
    }
  });

  test('only the tools of a home, without logins', async () => {
    const { check, agent, home } = await setUp();
    for (const box of [check, await agent('exec'), await agent('review')]) {
      const { output } = await runInside(
        box,
        `cd ${home}; cat .cargo/bin/tool .ssh/id_rsa .cargo/credentials.toml; ls -a`,
      );
      expect(output).toContain('a tool');
      expect(output).not.toMatch(/the key of a person|a token/);
      expect(output).not.toMatch(/^\.ssh$/m);
    }
  });

  test('configured folders of a home, without writing', async () => {
    const { check, home } = await setUp({ show: ['~/.ssh', '.nothing-there'] });
    expect((await runInside(check, `cat ${home}/.ssh/id_rsa`)).output).toBe('the key of a person\n');
    expect((await runInside(check, `echo x > ${home}/.ssh/id_rsa`)).code).not.toBe(0);
  });

  test('a program in a hidden folder and its packages, but no files next to them', async () => {
    const { agent, home, write } = await setUp();
    write('home/secret', 'a secret\n');
    write('home/node_modules/near/x', 'a package\n');
    const program = write('home/node_modules/agent/bin', `#!/bin/sh\ncat ${home}/node_modules/near/x ${home}/secret\n`);
    const { program: bwrap, args } = (await agent('exec')).around({ program: '/bin/sh', args: [program] });
    const { stdout } = spawnSync(bwrap, args, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    expect(stdout).toBe('a package\n');
  });

  test('a repository below a hidden home', async () => {
    const { top, root, runFolder } = await setUp();
    const sandbox = await testSandbox(root, { environment: { PATH: process.env['PATH'], HOME: top } });
    const box = sandbox.forCheck({ cwd: root, runFolder });
    expect((await runInside(box, `cat README.md; ls -a ${top}`)).output).toBe('kept\n.\n..\nrepo\n');
  });

  test('a home that is the repository itself, except for its logins', async () => {
    const { root, runFolder, write } = await setUp();
    write('repo/.ssh/id_rsa', 'the key of a person\n');
    write('repo/.netrc', 'a password\n');
    const sandbox = await testSandbox(root, { environment: { PATH: process.env['PATH'], HOME: root } });
    const { output } = await runInside(sandbox.forCheck({ cwd: root, runFolder }), 'cat README.md .ssh/id_rsa .netrc');
    expect(output).toMatch(/^kept/);
    expect(output).not.toMatch(/person|password/);
  });

  test('no other process, and so no environment with a key', async () => {
    const { check, agent } = await setUp();
    const look = `cat /proc/${process.pid}/environ; cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls /proc`;
    for (const box of [check, await agent('exec'), await agent('review')]) {
      const { output } = await runInside(box, look, { MARK: 'its-own' });
      expect(output).toContain('MARK=its-own');
      expect(output).not.toContain('VITEST');
    }
  });

  test('no socket of a service: docker, the desktop and everything else below /run', async () => {
    const { check } = await setUp();
    const { output } = await runInside(check, 'ls -A /run /var/run/; find /run -type s');
    expect(readdirSync('/run').length).toBeGreaterThan(0); // proves that there was something to hide
    const needed = [
      '/run:',
      '/var/run/:',
      'systemd',
      'resolvconf',
      'NetworkManager',
      'current-system',
      'wrappers',
      'opengl-driver',
    ];
    expect(output.split('\n').filter((line) => line !== '' && !needed.includes(line))).toEqual([]);
  });

  test('no socket in the shared temporary folder', async () => {
    const { check } = await setUp();
    const path = join(await testFolder(), 'agent.sock');
    const server = createSocketServer().listen(path);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    expect((await runInside(check, `test -S ${path}`)).code).not.toBe(0);
  });

  test("none of the providers' files in a check, and no other run", async () => {
    const { check, agent, write, runFolder } = await setUp();
    write('repo/.harness/runs/r/agents/claude/home/login', 'a login\n');
    write('repo/.harness/runs/other/journal.jsonl', 'of others\n');
    const look = `cat ${runFolder}/agents/claude/home/login; cat ${runFolder}/../other/journal.jsonl`;
    expect((await runInside(check, look)).output).not.toMatch(/a login|of others/);
    expect((await runInside(await agent('exec'), look)).output).not.toContain('of others');
  });
});

describeBoxed('a boxed process can reach', () => {
  test('the machine and the network in exec, nothing in review', async () => {
    const { agent, check } = await setUp();
    const { url, seen } = await startOtherServer();
    for (const box of [check, await agent('exec')])
      expect((await runInside(box, fetchCommand(url))).output).toContain('hello');
    for (const mode of ['review', 'complete'] as const)
      expect((await runInside(await agent(mode), fetchCommand(url))).output).toContain('no ECONNREFUSED');
    expect(seen).toHaveLength(2);
  });

  test('only the model in exec if the network is model-only', async () => {
    const { agent, check } = await setUp({ network: 'model-only' });
    const { url } = await startOtherServer();
    expect((await runInside(await agent('exec'), fetchCommand(url))).output).toContain('no ECONNREFUSED');
    expect((await runInside(check, fetchCommand(url))).output).toContain('hello');
  });

  test('X1 no socket in the file system in a closed network, also if it was created later', async () => {
    const { agent, check, root } = await setUp({ network: 'model-only' });
    const path = join(root, 'server.sock');
    const reach = `node -e "require('net').connect('${path}').on('connect', () => { console.log('connected'); process.exit() }).on('error', (e) => console.log('no', e.code))"`;
    const children = `node -e "require('child_process').spawn('echo', ['from a child']).stdout.pipe(process.stdout)"`;
    const boxes = [await agent('review'), await agent('complete'), await agent('exec')];
    const server = createSocketServer().listen(path);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    for (const box of boxes) {
      const { output } = await runInside(box, `${reach}; ${children}`);
      expect(output).toBe('no EACCES\nfrom a child\n');
    }
    expect((await runInside(check, reach)).output).toContain('connected'); // the server does listen
  });

  test('the model on loopback at its own port, and no other port', async () => {
    const { agent } = await setUp();
    const [model, other] = [await startOtherServer(), await startOtherServer()];
    const { output } = await runInside(
      await agent('review'),
      `${fetchCommand(model.url)}; ${fetchCommand(other.url)}`,
      {},
      [model.url],
    );
    expect(output).toMatch(/hello from outside\nno ECONNREFUSED/);
  });

  test('a model that the environment names', async () => {
    const model = await startOtherServer();
    const { top, agent } = await setUp({
      environment: { PATH: process.env['PATH'], HOME: '/nowhere', ANTHROPIC_BASE_URL: model.url },
    });
    expect(existsSync(top)).toBe(true);
    expect((await runInside(await agent('review'), fetchCommand(model.url))).output).toContain('hello');
  });

  test('no other host through the proxy, and the attempt is reported', async () => {
    const { agent, denied } = await setUp();
    const connect = `node -e "require('http').request({ port: 3128, method: 'CONNECT', path: 'example.com:443' }).on('connect', (r) => { console.log(r.statusCode); process.exit() }).end()"`;
    expect((await runInside(await agent('review'), connect)).output).toBe('403\n');
    expect(denied).toEqual(['example.com:443']);
  });

  test('the model without socat too', async () => {
    const { agent } = await setUp();
    const model = await startOtherServer();
    const path = process.env['PATH'] ?? '';
    process.env['PATH'] = '/nowhere';
    onTestFinished(() => {
      process.env['PATH'] = path;
    });
    const { output } = await runInside(await agent('review'), fetchCommand(model.url), { PATH: path }, [model.url]);
    expect(output).toContain('hello');
  });
});

describeBoxed('a boxed process can leave behind', () => {
  const daemon =
    '(setsid sh -c "trap : TERM HUP; while :; do sleep 1; done" > /dev/null 2>&1 &) ; (nohup sleep 300 > /dev/null 2>&1 &)';
  const alive = (mark: string) =>
    execFileSync('sh', ['-c', `grep -lsa "MARK=${mark}" /proc/[0-9]*/environ || :`], { encoding: 'utf8' }).trim();

  test('no process when it ends', async () => {
    const { check } = await setUp();
    await runInside(check, daemon, { MARK: 'left-by-its-end' });
    await expect.poll(() => alive('left-by-its-end')).toBe('');
  });

  test('no process when its parent is killed', async () => {
    const { check } = await setUp();
    const { program, args } = check.around({ program: '/bin/sh', args: ['-c', `${daemon}; echo up; sleep 300`] });
    const starter = `require('child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: 'inherit', detached: true })`;
    const harness = spawn(process.execPath, ['-e', starter], {
      env: { PATH: process.env['PATH'], MARK: 'left-by-a-kill' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(harness.stdout, 'data');
    expect(alive('left-by-a-kill').split('\n').length).toBeGreaterThan(3);
    harness.kill('SIGKILL');
    await expect.poll(() => alive('left-by-a-kill')).toBe('');
  });
});
