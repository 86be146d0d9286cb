import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../model-providers/protocol/chat-event.contract.js';

/** Pieces that arrive so soon after others wait for more. Nobody reads faster than 16 times a second. */
const WINDOW_MS = 60;

/** With many answers under way, each waits longer, so that they do not delay each other. */
const WINDOW_MS_PER_ANSWER = 3;
const MAX_WINDOW_MS = 150;

/** Answers that are being read on this server. */
let underWay = 0;

/**
 * Joins pieces of text, of thoughts and of the arguments of a tool call that arrive shortly after others. Models
 * can send hundreds of pieces a second, each of which costs the server and the reader a message. The
 * first piece never waits.
 */
export async function* joinPieces<R>(
  events: AsyncGenerator<ChatEvent, R>,
): AsyncGenerator<ChatEvent, R> {
  const advance = () => {
    const step = events.next();
    // It may fail while a piece is being read. It is awaited later.
    step.catch(() => undefined);
    return step;
  };
  let held: ChatEvent | null = null;
  let windowEnd = 0;
  let isOver: Promise<null> | undefined;
  let next = advance();
  underWay++;
  try {
    for (;;) {
      const step: IteratorResult<ChatEvent, R> | null = await (held
        ? Promise.race([next, isOver!])
        : next);
      const event: ChatEvent | null = step && !step.done ? step.value : null;
      const joined: ChatEvent | null = held && event && join(held, event);
      if (joined) held = joined;
      else if (held) {
        yield held;
        [held, windowEnd] = [null, performance.now() + windowMs()];
      }
      if (!step) continue;
      if (step.done) return step.value;
      next = advance();
      if (joined) continue;
      const waitMs = windowEnd - performance.now();
      if (waitMs > 0 && isPiece(step.value)) {
        held = step.value;
        isOver = sleep(waitMs, null);
      } else {
        yield step.value;
        if (isPiece(step.value)) windowEnd = performance.now() + windowMs();
      }
    }
  } catch (error) {
    if (held) yield held;
    throw error;
  } finally {
    underWay--;
    await events.return(undefined as never);
  }
}

function windowMs(): number {
  return Math.min(Math.max(WINDOW_MS, underWay * WINDOW_MS_PER_ANSWER), MAX_WINDOW_MS);
}

function isPiece({ type }: ChatEvent): boolean {
  return type === 'text' || type === 'reasoning' || type === 'toolCall';
}

/** Null if they do not belong together. */
function join(one: ChatEvent, other: ChatEvent): ChatEvent | null {
  const isText = one.type === 'text' || one.type === 'reasoning';
  if (isText && one.type === other.type) return { ...one, text: one.text + other.text };
  if (one.type === 'toolCall' && other.type === 'toolCall' && one.id === other.id) {
    return { ...one, arguments: one.arguments + other.arguments };
  }
  return null;
}
