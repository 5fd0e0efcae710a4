/** The part of the exploration that is fast enough for every test run; `npm run test:slow` runs all of it. */
import { everyCount, everyMistake } from './explore.suite.ts';

everyCount();
everyMistake();
