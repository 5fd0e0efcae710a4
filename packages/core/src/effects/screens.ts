/**
 * Takes screenshots of the running product: starts its server in the lane, shows its pages in two sizes, stops the server.
 * It can be repeated after a crash, because it only writes the screenshots.
 */

import type { DevServer } from '../checks/dev-server.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { ProductLook } from '../trust/product-look.ts';
import type { CheckInput } from './check.ts';
import type { Operation } from './operation.ts';

export const viewports = {
  desktop: { width: 1440, height: 1000 },
  phone: { width: 390, height: 844 },
} as const;
export type Viewport = keyof typeof viewports;
export const viewportNames = Object.keys(viewports) as readonly Viewport[];

/** Folder for screenshots in the lane, for reviewers; git ignores it. */
export const screensFolder = '.harness/screens';

export interface ScreensInput {
  readonly server: DevServer;
  /** Each starts with a slash; empty means the url of the server. */
  readonly paths: readonly string[];
}

export interface Screenshot {
  readonly url: string;
  readonly viewport: Viewport;
  readonly image: Artifact;
  /** Path in the lane, readable for reviewers; for a proof it is not written. */
  readonly file: string;
}

export interface Screens {
  readonly is: 'seen';
  readonly shots: readonly Screenshot[];
  /** Console errors and failed requests, one per line; empty if there are none. */
  readonly complaints: Artifact;
  /** Accessibility outline of the pages. */
  readonly outline: Artifact;
  readonly log: Artifact;
  /** For a proof: each page in each size. */
  readonly look?: ProductLook;
}

/** Without a browser, screenshots are skipped and the run continues. */
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
  complaints: sampleArtifact,
  outline: sampleArtifact,
  log: sampleArtifact,
  look: { right: { 'http://127.0.0.1:3000/ (desktop)': '200 a b' }, wrong: {} },
};
const otherScreens: Screens = {
  ...sampleScreens,
  look: { right: { 'http://127.0.0.1:3000/ (desktop)': '200 c d' }, wrong: {} },
};

/**
 * With `commit`, the server runs in a clean room of it, with the build outputs of the commands `after`. A proof uses a room
 * of its own, and writes nothing into the lane.
 */
export const takeScreenshots: Operation<
  ScreensInput & Pick<CheckInput, 'cwd' | 'commit' | 'after' | 'isProof' | 'isSecond'>,
  ScreensResult
> = {
  kind: 'screens',
  op: 'take-screens',
  samples: [sampleScreens, otherScreens, { is: 'skipped', why: 'no Chromium' }],
  failures: [
    'server.port-in-use',
    'server.unstartable',
    'server.died',
    'server.late',
    'browser.failed',
    'path.outside',
  ],
};
