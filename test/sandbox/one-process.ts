import type { SandboxReply } from '../../src/sandbox/process/protocol.js';
import { SandboxProcess } from '../support/built.js';

/** Code that runs in one process of the sandbox, which starts once and is replaced if it ends. */
export function oneProcess(language: 'PYTHON' | 'TYPESCRIPT') {
  let process: InstanceType<typeof SandboxProcess> | null = null;
  const { signal } = new AbortController();
  return {
    run: async (source: string, inputs: object = {}, timeout = 20_000): Promise<SandboxReply> => {
      await process?.ready;
      if (!process || process.hasEnded) process = new SandboxProcess(language);
      await process.ready;
      const request = { task: 'run', source, inputs: JSON.stringify(inputs), timeout } as const;
      return process.ask(request, timeout, signal);
    },
    end: () => process?.end(),
  };
}

/** Code that finds an object of JavaScript, as `found`, before it runs something. */
export const reachForJavaScript = (code: string): string => `import gc, sys
sys.meta_path.pop(0)
proxies = next(o.jsproxies for o in gc.get_objects() if type(o).__name__ == "JsFinder")
found = proxies["pyodide_js"]
def f():
  global found
  ${code}`;

/** Returns the expected result of code that failed. */
export const failed = (message: string | RegExp, rest: object = {}) =>
  expect.objectContaining({
    outcome: 'failed',
    message: expect.stringMatching(message),
    ...rest,
  });

/** Returns the expected result of code that returned. */
export const returned = (value: unknown) =>
  expect.objectContaining({ outcome: 'returned', value: JSON.stringify(value) });
