/**
 * A look at the running product: its server is started in the lane, its pages are shown in two sizes, the server is stopped.
 * Repeated after a crash: it changes nothing but what it shows.
 */

import type { DevServer } from '../checks/dev-server.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Operation } from './operation.ts';

/** A desk and a phone. */
export const viewports = {
  desktop: { width: 1440, height: 1000 },
  phone: { width: 390, height: 844 },
} as const;
export type Viewport = keyof typeof viewports;
export const viewportNames = Object.keys(viewports) as readonly Viewport[];

/** Where, below the lane, pictures are put for whoever reviews: git ignores the folder. */
export const screensFolder = '.harness/screens';

/** The pages that are looked at, and the server that shows them. */
export interface ScreensInput {
  readonly server: DevServer;
  /** Beginning with a slash; none is the url of the server itself. */
  readonly paths: readonly string[];
}

export interface Screenshot {
  readonly url: string;
  readonly viewport: Viewport;
  readonly image: Artifact;
  /** Where it lies in the lane, readable for who reviews there. */
  readonly file: string;
}

export interface Screens {
  readonly is: 'seen';
  readonly shots: readonly Screenshot[];
  /** What the pages complained about: errors of the console, requests that failed, a line each; empty when there was nothing. */
  readonly complaints: Artifact;
  /** What is on the pages, as a screen reader is told. */
  readonly outline: Artifact;
  readonly log: Artifact;
}

/** Without a browser there is nothing to see, and that is no reason to stop. */
export type ScreensResult = Screens | { readonly is: 'skipped'; readonly why: string };

const sampleScreens: Screens = {
  is: 'seen',
  shots: [
    {
      url: 'http://127.0.0.1:3000/',
      viewport: 'desktop',
      image: sampleArtifact,
      file: `${screensFolder}/1-desktop.png`,
    },
  ],
  ...{ complaints: sampleArtifact, outline: sampleArtifact, log: sampleArtifact },
};

export const takeScreens: Operation<ScreensInput & { readonly cwd: string }, ScreensResult> = {
  kind: 'screens',
  op: 'take-screens',
  samples: [sampleScreens, { is: 'skipped', why: 'no Chromium' }],
  failures: [
    ...(['server.port-in-use', 'server.unstartable', 'server.died', 'server.late'] as const),
    ...(['browser.failed', 'path.outside'] as const),
  ],
};
