import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SyntheticModule } from 'node:vm';
import Runtime from 'jest-runtime';
import { assertReplaceable } from './replaced-methods.ts';

const require = createRequire(import.meta.url);
const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const PACKAGES = `${sep}node_modules${sep}`;
/** Loaded again, because its registry refuses to register a metric twice. */
const LOADED_PER_FILE = `${sep}node_modules${sep}prom-client${sep}`;

/**
 * Jest's module registry for our sources (`test`, `src`), which every test file loads again. Node
 * itself loads packages and the built server once per worker; reloading them took up most of a test
 * file's time.
 */
class SharedModulesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    assertReplaceable(this);
    const loader = this.esmLoader;
    const resolveForGraph = loader.resolveSpecifierForSyncGraph.bind(loader);
    const resolveModule = loader.resolveModule.bind(loader);
    Object.assign(loader, {
      // Everything runs in the worker's realm; see `environment.mjs`.
      getContext: () => undefined,
      resolveSpecifierForSyncGraph: (from, specifier, context, scratch, registry, ...rest) => {
        const path = this.findShared(from, specifier);
        if (!path) return resolveForGraph(from, specifier, context, scratch, registry, ...rest);
        const module = registry.get(path) ?? wrapShared(path);
        registry.set(path, module);
        scratch.set(path, { cacheKey: path, kind: 'prelinked', module });
        return { cacheKey: path, enqueue: null, modulePath: path };
      },
      resolveModule: async (specifier, from, context) => {
        const path = this.findShared(from, specifier);
        return path ? wrapShared(path) : resolveModule(specifier, from, context);
      },
    });
  }

  /** Loads Jest's own modules. Reloads the one that keeps the state of a test file. */
  requireInternalModule(from, to) {
    const path = to ? createRequire(from).resolve(to) : from;
    if (path.includes('jestAdapterInit')) delete require.cache[path];
    return require(path);
  }

  /** Returns the path of a module that Node itself should load; undefined for all others. */
  findShared(from, specifier) {
    if (specifier === '@jest/globals' || /^(node|data):/.test(specifier)) return undefined;
    if (this._resolution.isCoreModule(specifier)) return undefined;
    const name = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
    const path = this._resolution.resolveEsm(from, name);
    return path.startsWith(DIST) || path.includes(PACKAGES) ? path : undefined;
  }
}

/** Wraps a module that Node has loaded, so that Jest can link it. */
function wrapShared(path) {
  if (path.includes(LOADED_PER_FILE)) {
    for (const cached of Object.keys(require.cache)) {
      if (cached.includes(LOADED_PER_FILE)) delete require.cache[cached];
    }
  }
  const loaded = require(path);
  const isModule = loaded?.[Symbol.toStringTag] === 'Module';
  const exports = isModule ? loaded : { ...loaded, default: loaded };
  const names = Object.keys(exports);
  return new SyntheticModule(
    names,
    function () {
      for (const name of names) this.setExport(name, exports[name]);
    },
    { identifier: path },
  );
}

// Jest loads this file with `require`, and expects the class itself.
export { SharedModulesRuntime as 'module.exports' };
