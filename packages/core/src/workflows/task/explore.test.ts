/** The part of the exploration that is fast enough for every test run; `npm run test:slow` runs the rest. */
import { exploreMistakes, exploreProof } from './explore.suite.ts';

exploreMistakes();
exploreProof();
