import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import {
  CloseCode,
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  makeServer,
  type Server as ProtocolServer,
} from 'graphql-ws';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { Authenticator } from '../../access/access.js';
import { DomainError } from '../../errors/errors.js';
import { currentRequest } from '../../http/request-context.js';
import { exactIntegers } from '../../json/json.js';
import {
  type Opener,
  RefusedOperation,
  type Subscription,
  Subscriptions,
} from './subscriptions.js';

/** Messages may contain images. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** A client that does not answer two pings is gone. */
const PING_MS = 12_000;

const GOING_AWAY = 1001;

type SocketServer = ProtocolServer<Opener & Record<PropertyKey, unknown>>;

/**
 * Answers subscriptions over WebSockets with the protocol graphql-transport-ws. A request to open a
 * socket passes the same checks of host name and origin as all others.
 */
@Injectable()
export class SubscriptionSockets implements BeforeApplicationShutdown {
  private readonly logger = new Logger('graphql');
  private readonly protocol: SocketServer;
  /** The bytes that followed a request on the wire. */
  private readonly heads = new WeakMap<IncomingMessage, Buffer>();
  private readonly sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) && GRAPHQL_TRANSPORT_WS_PROTOCOL,
  });

  constructor(
    private readonly authenticator: Authenticator,
    subscriptions: Subscriptions,
  ) {
    this.protocol = makeServer({
      jsonMessageReviver: exactIntegers,
      onSubscribe: async ({ extra }, _id, payload) => {
        try {
          return await subscriptions.prepare(payload, extra);
        } catch (error) {
          if (!(error instanceof RefusedOperation)) throw error;
          return error.errors.map(({ message, ...at }) => new GraphQLError(message, at));
        }
      },
      subscribe: (subscription) => subscriptions.stream(subscription as Subscription) as never,
      // Results and errors have their final form already.
      onNext: (_context, _id, _payload, _args, result) => result,
    });
  }

  /** Passes requests for sockets through the handlers of all requests. */
  listen(
    server: Server,
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ): void {
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.once('finish', () => socket.end());
      socket.on('error', () => socket.destroy());
      this.heads.set(request, head);
      handle(request, response);
    });
  }

  /** Opens a socket; passes on all other requests. */
  readonly handle = async (
    request: Request,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    const head = this.heads.get(request);
    if (!head || request.headers.upgrade?.toLowerCase() !== 'websocket') return next();
    const opener = { request, response, origin: currentRequest() };
    const refusal = await this.findRefusal(request);
    response.detachSocket(request.socket);
    this.sockets.handleUpgrade(request, request.socket, head, (socket) => {
      // Browsers do not tell a page why a socket was not opened, but why it was closed.
      if (refusal) socket.close(CloseCode.Unauthorized, refusal.message);
      else this.serve(socket, opener);
    });
  };

  beforeApplicationShutdown(): void {
    for (const socket of this.sockets.clients) socket.close(GOING_AWAY, 'The server stops.');
  }

  private async findRefusal(request: Request): Promise<DomainError | null> {
    try {
      await this.authenticator.identify(request.headers);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  private serve(socket: WebSocket, opener: Opener): void {
    const closed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (receive) => {
          socket.on('message', (data) => {
            receive(toText(data)).catch((error: unknown) => {
              this.logger.error({ err: error }, 'unexpected error');
              socket.close(CloseCode.InternalServerError, 'Internal server error');
            });
          });
        },
      },
      { ...opener },
    );
    let isAlive = true;
    const pinging = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_MS);
    socket.on('pong', () => (isAlive = true));
    // Such as a message that is too long; the socket closes by itself.
    socket.on('error', (err) => this.logger.debug({ err }, 'a socket failed'));
    socket.once('close', (code, reason) => {
      clearInterval(pinging);
      void closed(code, String(reason));
    });
  }
}

/** Resolves once the text has left, so that a slow reader slows its subscriptions down. */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    socket.send(text, () => resolve());
  });
}

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}
