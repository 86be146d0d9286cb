import type { Env } from '../config/env.js';
import { SandboxPool } from './pool/sandbox-pool.js';
import type { SandboxReply } from './process/protocol.js';
import { SandboxesService } from './sandboxes.service.js';

const { jest } = import.meta;

const PROGRAM = { language: 'PYTHON', source: 'def f(): return 1' } as const;

describe('the reply to code of a user', () => {
  afterEach(() => jest.restoreAllMocks());

  const run = (reply: SandboxReply) => {
    jest.spyOn(SandboxPool.prototype, 'ask').mockResolvedValue(reply);
    const sandboxes = new SandboxesService({ sandbox: { processes: 1 } } as Env);
    return sandboxes.run(
      PROGRAM,
      '{}',
      { timeout: 2_500, caller: 'somebody' },
      new AbortController().signal,
    );
  };
  const fail = (reason: 'time' | 'memory' | 'code') =>
    run({ outcome: 'failed', reason, message: 'as the process says', line: 2, printed: 'out' });

  it.each([
    ['time', 'The code ran for longer than 2.5 seconds.'],
    ['memory', 'The code used too much memory.'],
    ['code', 'as the process says'],
  ] as const)(
    'names the limit that was exceeded, or repeats the error: %s',
    async (reason, message) => {
      const expected = { outcome: 'failed', reason, message, line: 2, printed: 'out' };
      expect(await fail(reason)).toEqual(expected);
    },
  );

  it('is what the function returned', async () => {
    const reply = { outcome: 'returned', value: '1', printed: '' } as const;
    expect(await run(reply)).toEqual(reply);
  });

  it('is a crash if the process answers something else', async () => {
    const message = 'The code broke the sandbox.';
    expect(await run({ outcome: 'ready' })).toMatchObject({ reason: 'crash', message });
  });
});
