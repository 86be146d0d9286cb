import { once } from 'node:events';
import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads';

/** The answer of a worker that failed. Only the message of an error can be sent. */
export interface ThreadFailure {
  failure: string;
}

export interface ThreadOptions {
  /** Its memory. A thread that needs more ends. */
  heapMib: number;
  /** A thread that takes longer for an answer is ended. */
  answerMs: number;
  workerData?: WorkerOptions['workerData'];
  transferList?: TransferListItem[];
}

/**
 * A thread that answers one question after the other, so that long work does not keep requests waiting. It
 * can run out of memory or time without harming the server. Starts with the first question, and again with
 * the first one after it ended.
 */
export class WorkerThread<Question, Answer> {
  private worker: Worker | undefined;

  constructor(
    private readonly file: URL,
    private readonly options: ThreadOptions,
  ) {}

  /**
   * Asks the next question, once the last one is answered.
   * @throws if the worker fails or ends; what it knew is lost.
   */
  async ask(question: Question): Promise<Answer> {
    const worker = (this.worker ??= this.start());
    const answered = new AbortController();
    const timeout = AbortSignal.timeout(this.options.answerMs);
    const signal = AbortSignal.any([answered.signal, timeout]);
    worker.ref();
    try {
      worker.postMessage(question);
      const [answer] = (await Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(failToAnswer),
      ])) as [Answer | ThreadFailure];
      if (isFailure(answer)) throw new Error(answer.failure);
      return answer;
    } catch (error) {
      await this.stop();
      throw timeout.aborted ? new Error('A thread took too long to answer.') : error;
    } finally {
      answered.abort();
      worker.unref();
    }
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private start(): Worker {
    const { heapMib, workerData, transferList = [] } = this.options;
    const worker = new Worker(this.file, {
      workerData,
      transferList,
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
    });
    // `ask` sees errors itself; without a listener, one between two questions would end the server.
    return worker.on('error', () => undefined);
  }
}

function failToAnswer(): never {
  throw new Error('A thread ended before it answered.');
}

function isFailure(answer: unknown): answer is ThreadFailure {
  return answer instanceof Object && 'failure' in answer;
}
