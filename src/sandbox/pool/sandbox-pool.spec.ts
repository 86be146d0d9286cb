import type { SandboxReply, SandboxRequest } from '../process/protocol.js';
import { SandboxPool } from './sandbox-pool.js';
import type { SandboxProcess } from './sandbox-process.js';

const { jest } = import.meta;

/** A process that remembers for whom it has run what. */
class FakeProcess {
  readonly runs: string[] = [];
  hasEnded = false;
  hasStarted = true;
  lastUsedAt = 0;
  readonly ready = Promise.resolve();
  private readonly whenEnded = Promise.withResolvers<void>();
  readonly ended = this.whenEnded.promise;

  async ask(request: SandboxRequest): Promise<SandboxReply> {
    this.runs.push(request.task === 'run' ? request.inputs : request.task);
    this.lastUsedAt = Date.now();
    return { outcome: 'returned', value: '1', printed: '' };
  }

  end(): void {
    this.hasEnded = true;
    this.whenEnded.resolve();
  }
}

describe('SandboxPool', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  const setup = (language: 'PYTHON' | 'TYPESCRIPT', size: number) => {
    const processes: FakeProcess[] = [];
    const pool = new SandboxPool(language, size, () => {
      processes.push(new FakeProcess());
      return processes.at(-1) as unknown as SandboxProcess;
    });
    const run = (source: string, caller: string) => {
      const request = {
        task: 'run',
        source,
        inputs: `${source} for ${caller}`,
        timeout: 1,
      } as const;
      return pool.ask(request, { timeout: 1, caller }, new AbortController().signal);
    };
    return { processes, run, end: () => pool.end() };
  };

  it('never runs Python for two callers, or two programs, in one process', async () => {
    const { processes, run, end } = setup('PYTHON', 2);
    for (const caller of ['ann', 'bob', 'ann', 'cem', 'bob']) {
      await run('same', caller);
      await run('other', caller);
    }
    const kinds = processes.map(({ runs }) => new Set(runs).size);
    expect(Math.max(...kinds)).toBe(1);
    expect(processes.flatMap(({ runs }) => runs)).toHaveLength(10);
    expect(processes.filter(({ hasEnded }) => !hasEnded)).toHaveLength(2);
    end();
  });

  it('keeps a process for the caller who has it', async () => {
    const { processes, run, end } = setup('PYTHON', 1);
    for (let count = 0; count < 5; count += 1) await run('same', 'ann');
    expect(processes.map(({ runs }) => runs.length)).toEqual([5]);
    end();
  });

  it('keeps it for the next request of the same caller while others wait', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { processes, run, end } = setup('PYTHON', 1);
    await run('same', 'ann');
    const other = run('same', 'bob');
    for (let count = 0; count < 5; count += 1) {
      jest.advanceTimersByTime(50);
      await run('same', 'ann');
    }
    expect(processes.map(({ runs }) => runs.length)).toEqual([6]);
    jest.advanceTimersByTime(100);
    await other;
    expect(processes.map(({ runs }) => runs.at(-1))).toEqual(['same for ann', 'same for bob']);
    end();
  });

  it('lets everybody have a turn', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { processes, run, end } = setup('PYTHON', 1);
    await run('same', 'ann');
    const other = run('same', 'bob');
    jest.advanceTimersByTime(50);
    await run('same', 'ann');
    jest.setSystemTime(Date.now() + 2_001);
    const next = run('same', 'ann');
    await other;
    expect(processes.map(({ runs }) => runs.length)).toEqual([2, 1]);
    jest.advanceTimersByTime(100);
    await next;
    expect(processes.at(-1)!.runs).toEqual(['same for ann']);
    end();
  });

  it('takes no caller for another one whose name and code look alike together', async () => {
    const { processes, run, end } = setup('PYTHON', 1);
    await run('bc', 'a');
    await run('c', 'ab');
    expect(processes.map(({ runs }) => runs)).toEqual([['bc for a'], ['c for ab']]);
    end();
  });

  it('shares a process of TypeScript, whose memory is all restored', async () => {
    const { processes, run, end } = setup('TYPESCRIPT', 1);
    await run('same', 'ann');
    await run('other', 'bob');
    expect(processes).toHaveLength(1);
    end();
  });
});
