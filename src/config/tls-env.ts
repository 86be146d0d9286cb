import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { z } from 'zod';
import { ConfigurationError, flag, text, truth } from './variables.js';

export const tlsVariables = {
  SPANDREL_TLS_ENABLED: flag(false),
  SPANDREL_TLS_ENABLED_FOR_HTTP: truth().optional(),
  SPANDREL_TLS_ENABLED_FOR_GRPC: truth().optional(),
  SPANDREL_TLS_CERT_FILE: text('a file').optional(),
  SPANDREL_TLS_KEY_FILE: text('a file').optional(),
  SPANDREL_TLS_KEY_FILE_PASSWORD: text('a password').optional(),
  SPANDREL_TLS_CA_FILE: text('a file').optional(),
  SPANDREL_TLS_VERIFY_CLIENT: flag(false),
};

type TlsVariables = z.infer<z.ZodObject<typeof tlsVariables>>;

/** The TLS settings of a listener. */
export interface TlsMaterial {
  /** The certificate and its intermediate certificates, in PEM format. */
  cert: string;
  /** The decrypted key, in PEM format. */
  key: string;
  /** Certificate authorities for client certificates; undefined: clients need no certificate. */
  clientCa: string | undefined;
}

/** TLS settings of the two listeners; null if TLS is off. */
export interface TlsEnv {
  http: TlsMaterial | null;
  grpc: TlsMaterial | null;
}

/** @throws ConfigurationError that names the variable that prevents TLS. */
export function readTls(v: TlsVariables): TlsEnv {
  const isOnForHttp = v.SPANDREL_TLS_ENABLED_FOR_HTTP ?? v.SPANDREL_TLS_ENABLED;
  const isOnForGrpc = v.SPANDREL_TLS_ENABLED_FOR_GRPC ?? v.SPANDREL_TLS_ENABLED;
  if (!isOnForHttp && !isOnForGrpc) {
    if (!v.SPANDREL_TLS_VERIFY_CLIENT) return { http: null, grpc: null };
    throw new ConfigurationError(
      'SPANDREL_TLS_VERIFY_CLIENT is "true", but TLS is off. Set SPANDREL_TLS_ENABLED=true too.',
    );
  }
  const material = readMaterial(v);
  return { http: isOnForHttp ? material : null, grpc: isOnForGrpc ? material : null };
}

function readMaterial(v: TlsVariables): TlsMaterial {
  const cert = readPem('SPANDREL_TLS_CERT_FILE', v.SPANDREL_TLS_CERT_FILE, 'certificate');
  const keyText = readPem('SPANDREL_TLS_KEY_FILE', v.SPANDREL_TLS_KEY_FILE, 'private key');
  const leaf = firstCertificate('SPANDREL_TLS_CERT_FILE', v.SPANDREL_TLS_CERT_FILE, cert);
  const key = decrypt(keyText, v);
  if (!leaf.checkPrivateKey(key)) {
    throw new ConfigurationError(
      `SPANDREL_TLS_KEY_FILE is "${v.SPANDREL_TLS_KEY_FILE}", which is not the key of the certificate ` +
        'in SPANDREL_TLS_CERT_FILE. Set two files that match.',
    );
  }
  const material = {
    cert,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    clientCa: v.SPANDREL_TLS_VERIFY_CLIENT ? readClientCa(v) : undefined,
  };
  checkTogether(material);
  return material;
}

function readClientCa(v: TlsVariables): string {
  if (!v.SPANDREL_TLS_CA_FILE) {
    throw new ConfigurationError(
      'SPANDREL_TLS_CA_FILE is not set, but SPANDREL_TLS_VERIFY_CLIENT is "true". Set it to a PEM ' +
        'file with the certificates that sign the client certificates.',
    );
  }
  const ca = readPem('SPANDREL_TLS_CA_FILE', v.SPANDREL_TLS_CA_FILE, 'certificate');
  firstCertificate('SPANDREL_TLS_CA_FILE', v.SPANDREL_TLS_CA_FILE, ca);
  return ca;
}

function readPem(variable: string, path: string | undefined, content: string): string {
  if (path === undefined) {
    throw new ConfigurationError(
      `${variable} is not set, but TLS is on. Set it to a PEM file with a ${content}, ` +
        'or set SPANDREL_TLS_ENABLED=false.',
    );
  }
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new ConfigurationError(
      `${variable} is "${path}", a file that ${problem}. Set it to a file that the server can read.`,
    );
  }
  if (pem.trim() === '') {
    throw new ConfigurationError(
      `${variable} is "${path}", which is empty. Set it to a PEM file with a ${content}.`,
    );
  }
  return pem;
}

function firstCertificate(variable: string, path: string | undefined, pem: string) {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ConfigurationError(
      `${variable} is "${path}", which contains no certificate. Set it to a PEM file with one.`,
    );
  }
}

/** Decrypts the key in advance for both listeners, because gRPC does not accept encrypted keys. */
function decrypt(pem: string, v: TlsVariables): KeyObject {
  const path = v.SPANDREL_TLS_KEY_FILE;
  const passphrase = v.SPANDREL_TLS_KEY_FILE_PASSWORD;
  try {
    return createPrivateKey({ key: pem, format: 'pem', passphrase });
  } catch {
    // OpenSSL's own messages differ between versions and do not say what to do.
    if (!/ENCRYPTED/.test(pem)) {
      throw new ConfigurationError(
        `SPANDREL_TLS_KEY_FILE is "${path}", which contains no private key. Set it to a PEM file with one.`,
      );
    }
    throw new ConfigurationError(
      passphrase === undefined
        ? `SPANDREL_TLS_KEY_FILE_PASSWORD is not set, but the key in "${path}" is encrypted. Set it to the key's password.`
        : `SPANDREL_TLS_KEY_FILE_PASSWORD is not the password of the key in "${path}". Correct it.`,
    );
  }
}

/** Finds problems that only the TLS library detects, such as a key that is too short. */
function checkTogether({ cert, key, clientCa }: TlsMaterial): void {
  try {
    createSecureContext({ cert, key, ...(clientCa && { ca: clientCa }) });
  } catch (error) {
    throw new ConfigurationError(
      `SPANDREL_TLS_CERT_FILE cannot be used: ${(error as Error).message}. Set it to a different certificate.`,
    );
  }
}
