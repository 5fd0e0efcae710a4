import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveScreen } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Keeps the visible lines: a cursor sequence of the screen removes the lines that it drew last. */
function terminal() {
  const lines: string[] = [];
  const tell = (text: string) => void lines.push(...text.split('\n').slice(0, -1));
  const moveCursor = (sequence: string) => {
    const [, drawn = '0'] = new RegExp(`^${'\\u001b'}\\[(\\d+)A`).exec(sequence) ?? [];
    lines.splice(lines.length - Number(drawn));
  };
  const output = { tell, moveCursor, colour: false, language: 'en' };
  const editor = { name: undefined, open: async () => true };
  const screen = liveScreen(
    output,
    () => {},
    () => '',
    editor,
  );
  return { screen, lines };
}

test('I-58 a line of a listener stays while the lines of the run are redrawn around it', () => {
  const { screen, lines } = terminal();
  const entry = {
    type: 'started',
    machine: 'issues',
    title: 'ready issues',
    settings: {},
    version: 1,
    state: { at: 'finding' },
  };
  screen.see({ type: 'entry', run: 'r', seq: 1, entry: { ...entry, atMs: 0 } as never });
  vi.advanceTimersByTime(500);
  screen.tell('[ISSUE_COMPLETE: A-1]\n');
  vi.advanceTimersByTime(500);
  screen.close();
  expect(lines).toEqual(['· issues: ready issues', '[ISSUE_COMPLETE: A-1]']);
});
