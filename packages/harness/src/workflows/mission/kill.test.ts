import { killing } from './kill.suite.ts';

killing(3);
