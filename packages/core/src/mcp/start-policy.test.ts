import { describe, expect, test } from 'vitest';
import { decideStart, type StartRequest, type StartRule } from './start-policy.ts';

const rules: Readonly<Record<string, StartRule>> = {
  build: {
    command: 'make',
    subject: { about: 'the goal', isRequired: true },
    free: ['thorough'],
    asked: ['check', 'fast'],
  },
  step: {
    command: 'step',
    subject: { about: 'the goal', isRequired: false },
    actions: ['plan', 'verify'],
    free: ['mode'],
    asked: [],
  },
  loop: { command: 'loop', free: ['project'], asked: [] },
};
const decide = (request: StartRequest) => decideStart(rules[request.workflow] as StartRule, request);
const refused = (request: StartRequest) => {
  const decision = decide(request);
  return decision.is === 'refuse' ? decision.detail : decision;
};

describe('a run that a model asks for', () => {
  test('starts at once with a subject and free options', () => {
    expect(decide({ workflow: 'build', subject: 'Add a greeting', options: { thorough: true } })).toEqual({
      is: 'start',
      words: ['make', '--thorough', '--', 'Add a greeting'],
    });
    expect(decide({ workflow: 'loop', options: { project: 'app' } })).toEqual({
      is: 'start',
      words: ['loop', '--project=app'],
    });
    expect(decide({ workflow: 'step', action: 'verify' })).toEqual({ is: 'start', words: ['step', '--', 'verify'] });
  });

  test('asks a person about options that change checks or limits', () => {
    const options = { check: ['true', 'npm test'], 'wall-ms': 50 };
    expect(decide({ workflow: 'build', subject: 'x', options })).toEqual({
      is: 'ask',
      words: ['make', '--check=true', '--check=npm test', '--wall-ms=50', '--', 'x'],
      flags: ['--check=true', '--check=npm test', '--wall-ms=50'],
    });
    expect(decide({ workflow: 'build', subject: 'x', options: { fast: true } })).toMatchObject({ is: 'ask' });
    expect(decide({ workflow: 'build', subject: 'x', options: { fast: false } })).toMatchObject({ is: 'start' });
  });

  test('takes a subject or a value that looks like an option as a text', () => {
    const options = { mode: '--sandbox=off' };
    expect(decide({ workflow: 'step', subject: '--script=evil.yaml', options })).toEqual({
      is: 'start',
      words: ['step', '--mode=--sandbox=off', '--', '--script=evil.yaml'],
    });
  });

  test.each([
    [{ workflow: 'build' }, 'build needs a subject'],
    [{ workflow: 'build', subject: ' ' }, 'build needs a subject'],
    [{ workflow: 'step' }, 'step needs a subject'],
    [{ workflow: 'loop', subject: 'x' }, 'loop takes no subject'],
    [{ workflow: 'loop', action: 'stop' }, 'loop has no action; leave it out'],
    [{ workflow: 'step', action: 'approve' }, 'step has no action "approve"'],
    [{ workflow: 'loop', options: { sandbox: 'off' } }, 'loop takes no option "sandbox" from a model'],
  ] satisfies readonly (readonly [StartRequest, string])[])('is refused: %j', (request, detail) => {
    expect(refused(request)).toContain(detail);
  });
});
