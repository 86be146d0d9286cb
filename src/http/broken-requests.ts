import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RefusalReason, Refusals } from './refusals.js';

interface Refusal {
  status: string;
  reason: RefusalReason;
  text: string;
}

/** Responses to unreadable requests, by Node's error code. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    reason: 'headers_too_large',
    text: 'The request URL and headers are too large.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    reason: 'body_too_large',
    text: 'The chunk extensions of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    reason: 'timeout',
    text: 'The request took too long to arrive.',
  },
};

const MALFORMED: Refusal = {
  status: '400 Bad Request',
  reason: 'malformed',
  text: 'This is not a valid HTTP request.',
};

/** A socket, with the response that Node is sending over it. */
type AnsweringSocket = Duplex & { _httpMessage?: ServerResponse | null };

/** Responds with a readable text to data that never becomes a request, and counts it. */
export function refuseBrokenRequests(server: Server, refusals: Refusals): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: AnsweringSocket) => {
    const { code = '' } = error;
    if (code !== 'ECONNRESET' && code !== 'EPIPE') {
      const refusal = REFUSALS[code] ?? MALFORMED;
      refusals.note(refusal.reason, { code });
      // Do not interfere with a response that has already started.
      if (socket.writable && !socket._httpMessage?.headersSent) socket.write(render(refusal));
    }
    socket.destroy();
  });
}

function render({ status, text }: Refusal): string {
  return (
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}
