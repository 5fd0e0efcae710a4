/**
 * What a lane has to itself, so that products that run beside each other do not meet: ports, a folder for what is
 * temporary, and the variables that say so. Lanes are numbered by what is free, from 0.
 */
export const portsEach = 10;

export interface LaneResources {
  readonly number: number;
  /** What checks and agents of the lane find in their environment. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface LaneResourceInput {
  /** The lane, by its name. */
  readonly name: string;
  readonly number: number;
  readonly firstPort: number;
  /** The absolute folder for what is temporary. */
  readonly temporary: string;
}

export function laneResources({ name, number, firstPort, temporary }: LaneResourceInput): LaneResources {
  const port = firstPort + number * portsEach;
  return {
    number,
    variables: {
      PORT: String(port),
      HARNESS_LANE: name,
      HARNESS_LANE_PORTS: `${port}-${port + portsEach - 1}`,
      TMPDIR: temporary,
    },
  };
}

/** The first number that no living lane has. */
export function freeLaneNumber(taken: readonly number[]): number {
  for (let number = 0; ; number++) if (!taken.includes(number)) return number;
}

/** An agent has a folder of its own for each call already, which is gone after it. */
export const agentEnvironment = ({ variables }: LaneResources): Readonly<Record<string, string>> => {
  const { TMPDIR: _, ...rest } = variables;
  return rest;
};

/** A server is looked for where its owner said: it finds that port, and everything else that its lane has to itself. */
export const devServerInLane = ({ variables }: LaneResources, url: string): Readonly<Record<string, string>> => {
  const port = /^https?:\/\/[^/?#]*?:(\d+)(?:[/?#]|$)/i.exec(url)?.[1];
  return port === undefined ? variables : { ...variables, PORT: port };
};

/** An address may leave the port to the lane: `http://127.0.0.1:{PORT}/`. Where nothing is allotted it stays as it is. */
export const urlInLane = (address: string, allotted: LaneResources | null): string =>
  allotted ? address.replaceAll('{PORT}', allotted.variables['PORT'] ?? '') : address;

/** The template's lines, then the lane's own: in such a file the last line of a name wins. */
export const envFile = (template: string, allotted: LaneResources): string =>
  [
    ...(template === '' ? [] : [template.trimEnd()]),
    ...Object.entries(agentEnvironment(allotted)).map(([name, value]) => `${name}=${value}`),
    '',
  ].join('\n');
