import { parentPort } from 'node:worker_threads';
import type { ThreadFailure } from './worker-thread.js';

/** Answers each question that a `WorkerThread` sends to this worker. Of an error, only the message can be sent. */
export function answerQuestions(answer: (question: never) => unknown): void {
  const answerOrFail = async (question: never): Promise<unknown> => {
    try {
      return await answer(question);
    } catch (error) {
      return { failure: (error as Error).message } satisfies ThreadFailure;
    }
  };
  parentPort?.on('message', (question: unknown) => {
    void answerOrFail(question as never).then((result) => parentPort?.postMessage(result));
  });
}
