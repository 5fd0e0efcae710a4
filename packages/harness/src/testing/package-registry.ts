/** A registry on this machine with packages of `node_modules`, for installations of tests. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const modules = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');

export interface PackageRegistry {
  readonly url: string;
  /** The paths of all requests. */
  readonly asked: readonly string[];
  /** Serves other bytes than it promised. */
  damage(): void;
}

export async function startPackageRegistry(name: string): Promise<PackageRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-registry-'));
  const manifest = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string };
  const packed = execFileSync('npm', [
    'pack',
    join(modules, name),
    '--pack-destination',
    folder,
    '--ignore-scripts',
    '--silent',
  ]);
  const tarball = readFileSync(join(folder, packed.toString().trim()));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  let isDamaged = false;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const dist = { tarball: `${url}tarball.tgz`, integrity };
    const { version } = manifest;
    if (path === '/tarball.tgz') response.end(isDamaged ? Buffer.from('something else') : tarball);
    else if (path === `/${name}`)
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }),
      );
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url,
    asked,
    damage() {
      isDamaged = true;
    },
  };
}
