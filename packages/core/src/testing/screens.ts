/** Sample screens for tests. */
import { type Screens, takeScreens } from '../effects/screens.ts';

export const sampleScreens = takeScreens.samples.find(({ is }) => is === 'seen') as Screens;
