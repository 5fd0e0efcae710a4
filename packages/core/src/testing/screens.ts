/** Sample screens for tests. */
import { type Screens, takeScreenshots } from '../effects/screens.ts';

export const sampleScreens = takeScreenshots.samples.find(({ is }) => is === 'seen') as Screens;
