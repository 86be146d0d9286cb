import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm, { SourceTextModule, SyntheticModule } from 'node:vm';
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
    keepResolved(this._resolution, args[0].id);
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

/** The code and V8's compiled form of sources, by path. */
const compiled = new Map();

/** Takes the place of `SourceTextModule`, and compiles a source once for all test files of the worker. */
function CompiledOnce(code, options) {
  const { identifier } = options;
  const known = compiled.get(identifier);
  if (known?.code === code) {
    try {
      return new SourceTextModule(code, { ...options, cachedData: known.data });
    } catch {
      // V8 refuses what it has compiled with other flags.
    }
  }
  const module = new SourceTextModule(code, options);
  compiled.set(identifier, { code, data: module.createCachedData() });
  return module;
}
CompiledOnce.prototype = SourceTextModule.prototype;
// Jest finds it here each time. If it does not, tests are slower, but pass.
vm.SourceTextModule = CompiledOnce;

/** The resolved paths of imports, for each project. */
const resolved = new Map();

/**
 * Lets all test files of a project share what Jest has found out about imports. If a release of Jest keeps it
 * elsewhere, every file looks for all modules again, which is slower, but right.
 */
function keepResolved(resolution, project) {
  if (!resolved.has(project)) {
    // Jest clears it when a file ends.
    resolved.set(project, Object.assign(new Map(), { clear() {} }));
  }
  resolution.esmCache = resolved.get(project);
}

/**
 * The modules that Node has loaded for earlier test files, by path: the values and the wrapper that exports
 * them.
 */
const wrappers = new Map();

/**
 * Wraps a module that Node has loaded, so that Jest can link it. Every file gets the same wrapper while
 * the module exports the same values, because Node compares each name of a new one with all others,
 * and packages of icons have thousands.
 */
function wrapShared(path) {
  if (path.includes(LOADED_PER_FILE)) {
    for (const cached of Object.keys(require.cache)) {
      if (cached.includes(LOADED_PER_FILE)) delete require.cache[cached];
    }
  }
  const loaded = require(path);
  const isModule = loaded?.[Symbol.toStringTag] === 'Module';
  const values = new Map(Object.entries(isModule ? loaded : { ...loaded, default: loaded }));
  const known = wrappers.get(path);
  if (known && haveSameEntries(known.values, values)) return known.wrapper;
  const wrapper = new SyntheticModule(
    [...values.keys()],
    function () {
      for (const [name, value] of values) this.setExport(name, value);
    },
    { identifier: path },
  );
  wrappers.set(path, { values, wrapper });
  return wrapper;
}

function haveSameEntries(one, other) {
  if (one.size !== other.size) return false;
  for (const [name, value] of one) if (!Object.is(other.get(name), value)) return false;
  return true;
}

// Jest loads this file with `require`, and expects the class itself.
export { SharedModulesRuntime as 'module.exports' };
