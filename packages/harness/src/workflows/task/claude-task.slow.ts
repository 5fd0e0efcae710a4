/** A whole task with the real program of Claude. */
import { claude } from '../../testing/claude-program.ts';
import { realTask } from './real-task.suite.ts';

realTask(claude);
