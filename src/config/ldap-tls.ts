import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigurationError } from './variables.js';

/** TLS settings of the connection to a directory. Files are read at startup. */
export interface DirectoryTls {
  mode: 'starttls' | 'ldaps' | 'none';
  verify: boolean;
  /** Replaces the system's certificate authorities. */
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

/** @throws ConfigurationError if a file is missing or the files do not match. */
export function readDirectoryTls(given: {
  mode: DirectoryTls['mode'];
  verify: boolean;
  caFile: string | undefined;
  certFile: string | undefined;
  keyFile: string | undefined;
}): DirectoryTls {
  if (!given.certFile !== !given.keyFile) {
    const [set, missing] = given.certFile ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
    throw new ConfigurationError(
      `SPANDREL_LDAP_TLS_CLIENT_${missing}_FILE is not set, but ` +
        `SPANDREL_LDAP_TLS_CLIENT_${set}_FILE is. Set both or neither.`,
    );
  }
  const ca = readPem('SPANDREL_LDAP_TLS_CA_CERT_FILE', given.caFile);
  const cert = readPem('SPANDREL_LDAP_TLS_CLIENT_CERT_FILE', given.certFile);
  const key = readPem('SPANDREL_LDAP_TLS_CLIENT_KEY_FILE', given.keyFile);
  checkCertificate('SPANDREL_LDAP_TLS_CA_CERT_FILE', given.caFile, ca);
  checkCertificate('SPANDREL_LDAP_TLS_CLIENT_CERT_FILE', given.certFile, cert);
  if (cert && key) checkPair(given.keyFile, cert, key);
  return { mode: given.mode, verify: given.verify, ca, cert, key };
}

function readPem(variable: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `${variable} is "${path}", which cannot be read (${code}). Set it to the path of a PEM file ` +
        'that the server can read.',
    );
  }
}

function checkCertificate(variable: string, path: string | undefined, pem: string | undefined) {
  if (pem === undefined || isCertificate(pem)) return;
  throw new ConfigurationError(
    `${variable} is "${path}", which contains no certificate. It must be a file that starts with ` +
      '-----BEGIN CERTIFICATE-----.',
  );
}

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem));
  } catch {
    return false;
  }
}

function checkPair(path: string | undefined, cert: string, key: string): void {
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ConfigurationError(
      `SPANDREL_LDAP_TLS_CLIENT_KEY_FILE is "${path}", which is not the unencrypted private key of ` +
        'the certificate in SPANDREL_LDAP_TLS_CLIENT_CERT_FILE. Set two files that match.',
    );
  }
}
