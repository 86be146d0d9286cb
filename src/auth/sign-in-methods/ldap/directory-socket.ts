import { on, once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { BerReader, BerWriter } from 'ldapts';
import type { LdapEnv } from '../../../config/ldap-env.js';
import type { DirectoryTls } from '../../../config/ldap-tls.js';
import { toDirectoryError, DirectoryResultError, ServerUnusableError } from './directory-errors.js';

export type DirectoryServer = LdapEnv['servers'][number];

const START_TLS = '1.3.6.1.4.1.1466.20037';
const EXTENDED_REQUEST = 0x77;
const EXTENDED_RESPONSE = 0x78;
const REQUEST_NAME = 0x80;
const MESSAGE_ID = 1;
const MAX_ANSWER_BYTES = 4096;

/**
 * Opens a connection and encrypts it before anything else is sent. Performs StartTLS itself and
 * gives the LDAP library the encrypted connection, so that the library can neither continue in
 * clear text nor read bytes that arrived before encryption began.
 * @throws ServerUnusableError after closing whatever was opened.
 */
export async function openDirectorySocket(
  server: DirectoryServer,
  tls: DirectoryTls,
  signal: AbortSignal,
): Promise<Socket> {
  const plain = connectTcp(server.port, server.host);
  let secured: TLSSocket | undefined;
  // Failures are handled where they are awaited. Later failures only close the connection.
  plain.on('error', ignore);
  try {
    await once(plain, 'connect', { signal });
    if (tls.mode === 'none') return plain;
    if (tls.mode === 'starttls') await startTls(plain, signal);
    secured = connectTls({ ...toTlsOptions(server, tls), socket: plain });
    secured.on('error', ignore);
    await once(secured, 'secureConnect', { signal });
    return secured;
  } catch (error) {
    secured?.destroy();
    plain.destroy();
    const failure = toDirectoryError(error);
    // A server that refuses StartTLS cannot be used, whatever its reason.
    throw failure instanceof DirectoryResultError
      ? new ServerUnusableError(`StartTLS, ${failure.message}`)
      : failure;
  }
}

function toTlsOptions(server: DirectoryServer, tls: DirectoryTls) {
  return {
    host: server.host,
    // SNI allows names but not addresses.
    ...(isIP(server.host) ? {} : { servername: server.host }),
    rejectUnauthorized: tls.verify,
    ca: tls.ca,
    cert: tls.cert,
    key: tls.key,
  };
}

async function startTls(socket: Socket, signal: AbortSignal): Promise<void> {
  const request = new BerWriter();
  request.startSequence();
  request.writeInt(MESSAGE_ID);
  request.startSequence(EXTENDED_REQUEST);
  request.writeString(START_TLS, REQUEST_NAME);
  request.endSequence();
  request.endSequence();
  socket.write(request.buffer);
  const resultCode = await readStartTlsResult(socket, signal);
  if (resultCode !== 0) throw new DirectoryResultError(resultCode);
}

/** Reads exactly one message. Anything after it in clear text was injected. */
async function readStartTlsResult(socket: Socket, signal: AbortSignal): Promise<number> {
  let answer = Buffer.alloc(0);
  for await (const _ of on(socket, 'readable', { signal, close: ['end', 'close'] })) {
    answer = Buffer.concat([answer, (socket.read() as Buffer | null) ?? Buffer.alloc(0)]);
    const reader = new BerReader(answer);
    if (answer.length > MAX_ANSWER_BYTES) break;
    if (reader.readSequence() === null || reader.remain < reader.length) continue;
    if (reader.remain > reader.length) break;
    const isAnswer = reader.readInt() === MESSAGE_ID && reader.readSequence() === EXTENDED_RESPONSE;
    const resultCode = isAnswer ? reader.readEnumeration() : null;
    if (resultCode === null) break;
    return resultCode;
  }
  throw new ServerUnusableError('no response to StartTLS');
}

function ignore(): void {
  // The caller that uses the connection notices the failure.
}
