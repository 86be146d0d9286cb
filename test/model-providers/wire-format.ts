import type { ModelConnection } from '../../src/model-providers/clients/model-connection.js';
import { toEventStream } from '../support/provider-server.js';

/** Streams in the documented format of a provider, with the content that the tests expect. */
export interface WireFormat {
  connection(url: string): ModelConnection;
  /** The path that the client requests. */
  path: string;
  contentType: string;
  /** An answer with `TEXT` in pieces. */
  text: Buffer;
  /** An answer with two calls of tools. */
  tools: Buffer;
  /** An answer that ends because it is too long. */
  tooLong: Buffer;
  /** An answer that fails after its first piece, with `REASON`. */
  failing: Buffer;
  /** The beginning of an answer, up to its first piece of text. */
  beginning: Buffer;
  /** The body of an error, with `REASON`. */
  error: unknown;
  /** An answer with `TEXT` after `THOUGHT`, in pieces. */
  thinking: Buffer;
  /**
   * The answer of `thinking` with the calls of `tools`, as a server without streams sends it; null if
   * none does.
   */
  whole: unknown;
}

export const TEXT = 'Grüße aus 京都 🍁';
export const PIECES = ['Grüße ', 'aus 京', '都 🍁'];
export const THOUGHT = 'Let me think. Yes.';
export const THOUGHTS = ['Let me ', 'think. Yes.'];
export const REASON = 'the model is busy';
export const KEY = 'key-of-the-test';

export const SSE = 'text/event-stream';

/** Server-sent events. */
export function sse(items: readonly object[], { named = false, done = '' } = {}): Buffer {
  return Buffer.from(toEventStream(items, named) + done);
}
