import { WorkerThread } from '../../kernel/threads/worker-thread.js';
import type { SpanContents } from './span-texts.js';
import type { TermsAnswer, TermsQuestion } from './terms.worker.js';

const WORKER = new URL('./terms.worker.js', import.meta.url);

/** Enough for the texts that are sent at a time, several times over, and for the terms of one block. */
const LIMITS = { heapMib: 512, answerMs: 60_000 };

/** After the last block, it gives its memory back. */
const IDLE_MS = 10_000;

/** Finds the terms of one block at a time in another thread, as an `IndexedBlock` does in this one. */
export class TermThread {
  private readonly thread = new WorkerThread<TermsQuestion, TermsAnswer>(WORKER, LIMITS);
  private timer: NodeJS.Timeout | undefined;

  /** Adds spans to the block. */
  async add(spans: readonly SpanContents[]): Promise<void> {
    await this.ask({ spans: spans.map(toContents) });
  }

  /** Ends the block, and returns its terms in ascending order. */
  async list(hasFailedParent: boolean): Promise<Int32Array> {
    return (await this.ask({ hasFailedParent })) ?? new Int32Array();
  }

  /** Forgets a block that was not ended. */
  stop(): Promise<void> {
    clearTimeout(this.timer);
    return this.thread.stop();
  }

  private async ask(question: TermsQuestion): Promise<Int32Array | null> {
    clearTimeout(this.timer);
    const { terms } = await this.thread.ask(question);
    this.timer = setTimeout(() => void this.stop(), IDLE_MS).unref();
    return terms;
  }
}

/** Sends only the texts. */
function toContents(span: SpanContents): SpanContents {
  const { name, statusMessage, attributes, payload, events } = span;
  return { name, statusMessage, attributes, payload, events };
}
