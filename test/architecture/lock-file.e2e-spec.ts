import { readFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  /** Why nobody should use this version any longer. */
  deprecated?: string;
  hasInstallScript?: boolean;
}

const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
}

/** Returns the name of the package that is installed at `path`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Returns whether the package at `path` finds `name` in its own `node_modules` or in one above. */
function isLocked(path: string, name: string): boolean {
  if (`${path ? `${path}/` : ''}node_modules/${name}` in packages) return true;
  if (path === '') return false;
  return isLocked(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name);
}

describe('package-lock.json', () => {
  it('lists the optional packages of every platform, without which npm ci refuses it', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {}).filter((name) => !isLocked(path, name)),
    );
    expect(missing).toEqual([]);
  });

  // npm only warns of both, and .npmrc hides its warnings.
  it('lists no package that is deprecated', () => {
    const deprecated = Object.entries(packages).filter(([, entry]) => entry.deprecated);
    expect(Object.fromEntries(deprecated)).toEqual({});
  });

  it('lists no package with an install script about which package.json does not decide', () => {
    const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> };
    const withScript = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript);
    const names = withScript.map(([path]) => nameOf(path));
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});
