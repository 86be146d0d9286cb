import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate with its key, both in PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
  /** The key encrypted with a password. */
  encryptedKey(password: string): string;
}

/** Issues certificates that are valid for a day; clients and servers must trust `ca`. */
export interface TestAuthority {
  ca: string;
  /** @param names DNS names and IPv4 addresses; the first is also the common name. */
  issue(...names: string[]): TestCertificate;
}

const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
};

/** Creates a separate certificate authority for one test, without OpenSSL. */
export function createAuthority(name = 'Test authority'): TestAuthority {
  const pair = newKeys();
  const ca = certificate({ subject: name, issuer: name, signer: pair.privateKey, keys: pair });
  return {
    ca,
    issue(...names) {
      const keys = newKeys();
      const [subject = 'localhost'] = names;
      return {
        cert: certificate({ subject, issuer: name, signer: pair.privateKey, keys, names }),
        key: pem(keys.privateKey),
        encryptedKey: (passphrase) =>
          keys.privateKey
            .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
            .toString(),
      };
    },
  };
}

interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A certificate of X.509 version 3 (RFC 5280); without names, it is a CA certificate. */
function certificate(content: {
  subject: string;
  issuer: string;
  signer: KeyObject;
  keys: Keys;
  names?: string[];
}): string {
  const { subject, issuer, signer, keys, names } = content;
  const day = 24 * 60 * 60 * 1000;
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const extension = names
    ? sequence(oid(OID.subjectAltName), octets(sequence(...names.map(alternativeName))))
    : sequence(oid(OID.basicConstraints), TRUE, octets(sequence(TRUE)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer),
    sequence(utcTime(Date.now() - day), utcTime(Date.now() + day)),
    distinguishedName(subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, signer)]);
  const lines = sequence(body, algorithm, der(0x03, signature))
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN CERTIFICATE-----\n${lines?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A DER value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const TRUE = der(0x01, Buffer.from([0xff]));
const sequence = (...items: Buffer[]): Buffer => der(0x30, Buffer.concat(items));
const octets = (content: Buffer): Buffer => der(0x04, content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

function distinguishedName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(name)))));
}

function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function alternativeName(name: string): Buffer {
  return isIPv4(name)
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name));
}
