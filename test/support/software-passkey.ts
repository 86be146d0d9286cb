import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The parts of `PublicKeyCredential…OptionsJSON` that this authenticator reads. */
export interface PasskeyOptions {
  challenge: string;
  user?: { id: string };
}

interface Behavior {
  /** Where the browser is. */
  origin: string;
  /** The host name for which the passkey signs. */
  rpId?: string;
  /** Whether it asked for a fingerprint or a PIN. */
  verifiesUser?: boolean;
  counter?: number;
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40] as const;
const b64 = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** An authenticator in software that does what a test tells it, also what real ones never do. */
export class SoftwarePasskey {
  readonly id = randomBytes(16);
  private readonly privateKey: KeyObject;
  private readonly publicKey: Buffer;
  /** The passkey's ID of the account, in base64url. */
  userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.publicKey = encodeKey(Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url'));
  }

  /** Creates the passkey, without attestation. */
  create(options: PasskeyOptions, behavior: Behavior): object {
    this.userHandle = options.user?.id ?? '';
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey]);
    const data = Buffer.concat([authenticatorData(behavior, ATTESTED), credential]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 0xff]),
      data,
    ]);
    const clientDataJSON = clientData('webauthn.create', options, behavior);
    return this.toJson({
      clientDataJSON: b64(clientDataJSON),
      attestationObject: b64(attestationObject),
      transports: ['internal'],
    });
  }

  /** Signs a challenge. */
  use(options: PasskeyOptions, behavior: Behavior): object {
    const data = authenticatorData(behavior, 0);
    const clientDataJSON = clientData('webauthn.get', options, behavior);
    const signed = Buffer.concat([data, sha256(clientDataJSON)]);
    return this.toJson({
      clientDataJSON: b64(clientDataJSON),
      authenticatorData: b64(data),
      signature: b64(sign('sha256', signed, this.privateKey)),
      userHandle: this.userHandle,
    });
  }

  private toJson(response: object): object {
    const id = b64(this.id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

function authenticatorData(behavior: Behavior, flags: number): Buffer {
  const { origin, rpId = new URL(origin).hostname, verifiesUser = true, counter = 0 } = behavior;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const all = flags | PRESENT | (verifiesUser ? VERIFIED : 0);
  return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
}

function clientData(type: string, { challenge }: PasskeyOptions, { origin }: Behavior): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** An ES256 key in COSE form: {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
function encodeKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    x,
    Buffer.from('225820', 'hex'),
    y,
  ]);
}
