import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { canonicalizeDn } from '../../src/config/distinguished-name.js';
import {
  type LdapMessage,
  messageLength,
  readMessage,
  result,
  searchEntry,
  type SearchMessage,
  START_TLS,
  SUCCESS,
} from './ldap-messages.js';

export interface LdapEntry {
  dn: string;
  attributes: Record<string, (string | Buffer)[]>;
  /** Without a password, nobody can bind as the entry. */
  password?: string;
}

/** A request, and whether its connection was encrypted. */
export interface LdapRequest {
  operation: 'bind' | 'search' | 'starttls' | 'unbind';
  dn: string;
  isEncrypted: boolean;
  connection: number;
}

/**
 * How a request fails: no response, a closed connection, a result code, or other bytes instead of a
 * response. For StartTLS, these bytes follow a valid response in clear text.
 */
export type LdapFault = 'hang' | 'drop' | number | Buffer;

export interface LdapServerOptions {
  entries?: LdapEntry[];
  /** Loopback address. The port is free by default. */
  address?: string;
  port?: number;
  /** Certificate for StartTLS or, if `ldaps` is set, for LDAPS. */
  tls?: { cert: string; key: string; clientCa?: string };
  ldaps?: boolean;
  /** Allows searches without a bind. */
  anonymous?: boolean;
  /** Maximum number of entries in a response. */
  sizeLimit?: number;
}

const SIZE_LIMIT_EXCEEDED = 4;
const PROTOCOL_ERROR = 2;
const NO_SUCH_OBJECT = 32;
const INVALID_DN = 34;
const INVALID_CREDENTIALS = 49;
const INSUFFICIENT_ACCESS = 50;

/**
 * A small LDAP directory in the test process. It supports bind, search, unbind and StartTLS, closes
 * the connection on anything else, and accepts a bind without a password, as real servers do.
 */
export class LdapServer {
  readonly requests: LdapRequest[] = [];
  entries: LdapEntry[];
  /** Called before each request is served. */
  fault: (request: LdapRequest) => LdapFault | undefined = () => undefined;
  readonly port: number;
  private connections = 0;
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly options: LdapServerOptions,
  ) {
    this.entries = options.entries ?? [];
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => this.accept(socket));
  }

  static async start(options: LdapServerOptions = {}): Promise<LdapServer> {
    const server = createServer();
    server.listen(options.port ?? 0, options.address ?? '127.0.0.1');
    await once(server, 'listening');
    return new LdapServer(server, options);
  }

  get openConnections(): number {
    return this.open.size;
  }

  operations(): string[] {
    return this.requests.map(({ operation }) => operation);
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await once(this.server, 'close');
  }

  private accept(socket: Socket): void {
    this.open.add(socket);
    socket.on('close', () => this.open.delete(socket));
    socket.on('error', () => socket.destroy());
    const connection = new Connection(this, this.options, (this.connections += 1));
    if (this.options.ldaps) connection.serve(connection.encrypt(socket), true);
    else connection.serve(socket, false);
  }
}

class Connection {
  private boundAs = '';

  constructor(
    private readonly ldap: LdapServer,
    private readonly options: LdapServerOptions,
    private readonly number: number,
  ) {}

  encrypt(socket: Socket): Socket {
    const { cert, key, clientCa } = this.options.tls ?? {};
    const secured = new TLSSocket(socket, {
      isServer: true,
      secureContext: createSecureContext({ cert, key, ca: clientCa }),
      requestCert: clientCa !== undefined,
      rejectUnauthorized: clientCa !== undefined,
    });
    secured.on('error', () => socket.destroy());
    secured.on('close', () => socket.destroy());
    return secured;
  }

  serve(socket: Socket, isEncrypted: boolean): void {
    let data = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      data = Buffer.concat([data, chunk]);
      for (let length = messageLength(data); length !== null; length = messageLength(data)) {
        const message = data.subarray(0, length);
        data = data.subarray(length);
        if (this.answer(socket, message, isEncrypted) === 'encrypt') {
          socket.off('data', onData);
          return this.serve(this.encrypt(socket), true);
        }
      }
    };
    socket.on('data', onData);
  }

  private answer(socket: Socket, bytes: Buffer, isEncrypted: boolean): 'encrypt' | void {
    let message: LdapMessage;
    try {
      message = readMessage(bytes);
    } catch {
      return void socket.destroy();
    }
    const request = this.record(message, isEncrypted);
    const fault = this.ldap.fault(request);
    if (fault === 'hang') return undefined;
    if (fault === 'drop' || message.operation === 'unbind') return void socket.destroy();
    if (typeof fault === 'number') {
      return void socket.write(result(message, fault, `diagnostics about ${request.dn}`));
    }
    if (fault && message.operation !== 'extended') return void socket.write(fault);
    if (message.operation === 'bind') return void socket.write(result(message, this.bind(message)));
    if (message.operation === 'search')
      return void socket.write(Buffer.concat(this.search(message)));
    if (message.oid !== START_TLS || isEncrypted || !this.options.tls) {
      return void socket.write(result(message, PROTOCOL_ERROR));
    }
    socket.write(Buffer.concat([result(message, SUCCESS), fault ?? Buffer.alloc(0)]));
    return 'encrypt';
  }

  private record(message: LdapMessage, isEncrypted: boolean): LdapRequest {
    const request: LdapRequest = {
      operation: message.operation === 'extended' ? 'starttls' : message.operation,
      dn: 'dn' in message ? message.dn : '',
      isEncrypted,
      connection: this.number,
    };
    this.ldap.requests.push(request);
    return request;
  }

  private bind({ version, dn, password }: LdapMessage & { operation: 'bind' }): number {
    if (version !== 3) return PROTOCOL_ERROR;
    this.boundAs = '';
    if (password === '') return SUCCESS;
    const name = canonicalizeDn(dn);
    if (name === null) return INVALID_DN;
    const entry = this.ldap.entries.find((each) => canonicalizeDn(each.dn) === name);
    if (entry?.password !== password) return INVALID_CREDENTIALS;
    this.boundAs = name;
    return SUCCESS;
  }

  private search(message: SearchMessage): Buffer[] {
    const base = canonicalizeDn(message.dn);
    if (base === null) return [result(message, INVALID_DN)];
    if (this.boundAs === '' && !this.options.anonymous)
      return [result(message, INSUFFICIENT_ACCESS)];
    const below = this.ldap.entries.filter(({ dn }) => {
      const name = canonicalizeDn(dn) ?? '';
      const isBelow = base === '' || name.endsWith(`,${base}`);
      return name === base || (isBelow && message.scope === 2);
    });
    if (below.length === 0 && base !== '') return [result(message, NO_SUCH_OBJECT)];
    return this.found(message, below.filter(message.matches));
  }

  private found(message: SearchMessage, entries: LdapEntry[]): Buffer[] {
    const limits = [message.sizeLimit, this.options.sizeLimit ?? 0].filter((limit) => limit > 0);
    const most = Math.min(...limits);
    const start = Number(message.page?.cookie ?? 0);
    const end = Math.min(start + (message.page?.size ?? Infinity), most);
    const isCutOff = entries.length > most && end >= most;
    const cookie = end < entries.length && !isCutOff ? String(end) : '';
    return [
      ...entries.slice(start, end).map((entry) => searchEntry(message, entry)),
      result(
        message,
        isCutOff ? SIZE_LIMIT_EXCEEDED : SUCCESS,
        '',
        message.page ? cookie : undefined,
      ),
    ];
  }
}
