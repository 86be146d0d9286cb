import { createRequire, registerHooks } from 'node:module';
import { JSDOM, VirtualConsole } from 'jsdom';

const require = createRequire(import.meta.url);

/**
 * Node has these too, but elements accept only those of their own window. Not `AbortSignal`: servers of other
 * test files go on in this process, and cannot combine Node's with those of a window.
 */
const REPLACED = `Blob CloseEvent CustomEvent Event EventTarget File
  FormData MessageEvent WebSocket localStorage navigator sessionStorage`.split(/\s+/);

/** Inherited by `window`, so they are not among its own properties. */
const INHERITED = ['addEventListener', 'removeEventListener', 'dispatchEvent'];

/** As the server writes it. The app reads its configuration once, when it is loaded. */
const PAGE = `<!doctype html><html lang="en"><head>
<script id="spandrel-config" type="application/json">{"authenticationEnabled":true}</script>
</head><body></body></html>`;

let dom;

/**
 * Makes everything on `window` global, and returns a function that empties the window and removes
 * it. A worker has one window, because react-dom and Mantine, which are loaded once, keep it.
 */
export function installDom() {
  dom ??= createDom();
  // Tests replace it.
  const { fetch } = globalThis;
  const names = [...Object.getOwnPropertyNames(dom), ...INHERITED];
  const added = names.filter((name) => !(name in globalThis) && !name.startsWith('_'));
  const before = REPLACED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const name of [...added, ...REPLACED]) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      enumerable: true,
      get: () => dom[name],
      set: (value) => {
        dom[name] = value;
      },
    });
  }
  return () => {
    dom.endTimers();
    globalThis.fetch = fetch;
    for (const name of added) delete globalThis[name];
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  };
}

function createDom() {
  if (Object.keys(require.cache).some((path) => path.includes('/react-dom/'))) {
    throw new Error('A test without a window has loaded react-dom. Name that test *.spec.tsx.');
  }
  registerHooks({ resolve: resolveForBrowsers });
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', (error) => console.error(error));
  const { window } = new JSDOM(PAGE, {
    url: 'http://localhost/',
    pretendToBeVisual: true,
    virtualConsole,
  });
  addMissing(window);
  acceptSignals(window);
  rememberTimers(window);
  countLoadingParts(window);
  skipOwnerStacks();
  return window;
}

/** Lets Node's signals remove the listeners of elements. */
function acceptSignals({ EventTarget }) {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (!(options?.signal instanceof AbortSignal)) {
      addEventListener.call(this, type, listener, options);
      return;
    }
    const { signal, ...others } = options;
    if (signal.aborted) return;
    addEventListener.call(this, type, listener, others);
    const remove = () => removeEventListener.call(this, type, listener, others);
    signal.addEventListener('abort', remove, { once: true });
  };
}

/** Lets `endTimers` clear what still waits at the end of a file, such as the delay of a tooltip. */
function rememberTimers(window) {
  const { setTimeout: start, clearTimeout: end } = window;
  const waiting = new Set();
  window.setTimeout = (...args) => {
    const timer = start.apply(window, args);
    waiting.add(timer);
    return timer;
  };
  window.endTimers = () => {
    for (const timer of waiting) end.call(window, timer);
    waiting.clear();
  };
}

/** React shows a part that was loaded at the earliest this long after its placeholder. */
const SHOWN_AFTER_MS = 300;

/** Counts the lazy parts of the app that are not shown yet, so that tests can wait for them. */
function countLoadingParts(window) {
  const react = require('react');
  const { lazy } = react;
  window.loadingParts = 0;
  const done = () => {
    window.loadingParts -= 1;
  };
  react.lazy = (load) =>
    lazy(() => {
      window.loadingParts += 1;
      return load().finally(() => setTimeout(done, SHOWN_AFTER_MS));
    });
}

/**
 * Makes React believe that it has remembered enough stacks of elements. It takes one for each element, to
 * print it with warnings, which costs a fifth of the CPU time of component tests. If React renames the
 * counter, tests are slower, but pass.
 */
function skipOwnerStacks() {
  const internals =
    require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
  if (!('recentlyCreatedOwnerStacks' in (internals ?? {}))) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set() {},
  });
}

/** TanStack's packages have code for servers, which Node would load, and code for browsers. */
function resolveForBrowsers(specifier, context, nextResolve) {
  if (!specifier.startsWith('@tanstack/')) return nextResolve(specifier, context);
  const conditions = context.conditions.filter((condition) => condition !== 'node');
  return nextResolve(specifier, { ...context, conditions: ['browser', ...conditions] });
}

/**
 * Adds what jsdom lacks: streams of files and, because it does no layout, what Mantine's
 * documentation lists for tests, and sizes, without which a virtual list would be empty.
 */
function addMissing(window) {
  const { Element, HTMLElement, Range, DOMRect } = window;
  const define = (target, name, value) =>
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  define(window, 'matchMedia', (media) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
  define(
    window,
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // Everything is in sight, because nothing scrolls.
  define(
    window,
    'IntersectionObserver',
    class {
      constructor(onChange) {
        this.onChange = onChange;
      }
      observe(target) {
        queueMicrotask(() => this.onChange([{ target, isIntersecting: true }]));
      }
      unobserve() {}
      disconnect() {}
    },
  );
  // Mantine would copy two dozen properties of each multi-line field into another, to measure its text.
  // It does not if a field has no box. If it asks for something else, tests are slower, but pass.
  const { getComputedStyle } = window;
  define(window, 'getComputedStyle', (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (element.localName === 'textarea') define(style, 'boxSizing', '');
    return style;
  });
  define(window.document, 'fonts', new window.EventTarget());
  define(window, 'scrollTo', () => undefined);
  define(window, 'scrollBy', () => undefined);
  define(Element.prototype, 'scrollIntoView', () => undefined);
  define(Element.prototype, 'scrollTo', () => undefined);
  for (const name of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight']) {
    const size = name.endsWith('Width') ? 1200 : 800;
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
  }
  define(window.Blob.prototype, 'stream', function stream() {
    return ReadableStream.from(readBytes(this));
  });
  // A code editor measures its text.
  define(Range.prototype, 'getClientRects', () => []);
  define(Range.prototype, 'getBoundingClientRect', () => new DOMRect());
}

async function* readBytes(blob) {
  yield new Uint8Array(await blob.arrayBuffer());
}
