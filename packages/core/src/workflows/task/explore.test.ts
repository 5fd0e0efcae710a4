/** The walk that fits into every test run; all of it is walked by `npm run test:slow`. */
import { everyCount, everyMistake } from './explore.suite.ts';

everyCount();
everyMistake();
