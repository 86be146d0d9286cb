import { parentPort } from 'node:worker_threads';
import type { ThreadFailure } from './worker-thread.js';

/** Answers each question that a `WorkerThread` sends to this worker. Of an error, only the message can be sent. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  const answerOrFail = async (question: Question): Promise<Answer | ThreadFailure> => {
    try {
      return await answer(question);
    } catch (error) {
      return { failure: (error as Error).message };
    }
  };
  parentPort?.on('message', (question: Question) => {
    void answerOrFail(question).then((result) => parentPort?.postMessage(result));
  });
}
