/** A whole task with the real program of Codex. */
import { codex } from '../../testing/codex-program.ts';
import { realTask } from './real-task.suite.ts';

realTask(codex);
