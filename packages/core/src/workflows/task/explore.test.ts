/** The part of the exploration that is fast enough for every test run; `npm run test:slow` runs all of it. */
import { exploreCounts, exploreMistakes } from './explore.suite.ts';

exploreCounts();
exploreMistakes();
