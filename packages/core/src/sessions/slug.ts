/** Names the folder of a session after its spec. */
import { sessionsFolder } from './autopilot-state.ts';

/** `specPath` is relative to the root of the repository. The name contains neither `/` nor `.`, so it is one safe folder. */
export const sessionSlug = (specPath: string): string =>
  specPath
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/^docs\//, '')
    .replace(/(?<=[^/])\.md$/i, '')
    .replaceAll(/[/.]/g, '--')
    .toLowerCase();

/** The folder of a session, with a slash at its end. */
export const sessionFolder = (slug: string): string => `${sessionsFolder}/${slug}/`;
