import { answerQuestions } from '../../kernel/threads/answer-questions.js';
import { IndexedBlock } from './index-blocks.js';
import type { SpanContents } from './span-texts.js';

/** A message with spans of a block, or with the end of the block. */
export type TermsQuestion = { spans: readonly SpanContents[] } | { hasFailedParent: boolean };

/** After spans, null; then the terms. */
export interface TermsAnswer {
  terms: Int32Array | null;
}

let block = new IndexedBlock();

function answer(question: TermsQuestion): TermsAnswer {
  if ('spans' in question) {
    block.add(question.spans);
    return { terms: null };
  }
  const terms = block.list(question.hasFailedParent);
  block = new IndexedBlock();
  return { terms };
}

answerQuestions(answer);
