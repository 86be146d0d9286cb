import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { proseSource } from './prose.js';

/** As many as SDKs send at once. */
export const LOGS_PER_REQUEST = 512;

/** About what makes an encoded record 500 bytes long. */
const BODY_BYTES = 330;

/** Requests that are encoded once and sent many times, each time with another number. */
const TEMPLATES = 20;
const NUMBER_MARK = 'number-of-the-request-';
const NUMBER_DIGITS = 12;

const NOW_NANOS = BigInt(Date.now()) * 1_000_000n;

/** Encodes OTLP requests with log records of 500 bytes. */
export class LogRequestSource {
  private readonly templates: { bytes: Buffer; at: number }[];
  private sent = 0;

  constructor() {
    const schema = protobuf.loadSync(
      fileURLToPath(new URL('../../../src/ingest/decode/logs/otlp-logs.proto', import.meta.url)),
    );
    const type = schema.lookupType('opentelemetry.proto.ExportLogsServiceRequest');
    const prose = proseSource();
    this.templates = Array.from({ length: TEMPLATES }, () => {
      const bytes = Buffer.from(type.encode(type.fromObject(requestOf(prose))).finish());
      return { bytes, at: bytes.indexOf(NUMBER_MARK) + NUMBER_MARK.length };
    });
  }

  /** Returns a request that no other equals. */
  next(): Buffer {
    const { bytes, at } = this.templates[this.sent % TEMPLATES]!;
    const body = Buffer.from(bytes);
    body.write(String(this.sent++).padStart(NUMBER_DIGITS, '0'), at);
    return body;
  }
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

function requestOf(prose: (length: number) => string): object {
  const logRecords = Array.from({ length: LOGS_PER_REQUEST }, (_, at) => ({
    timeUnixNano: String(NOW_NANOS + BigInt(at) * 1000n),
    severityNumber: 9,
    severityText: 'INFO',
    body: { stringValue: prose(BODY_BYTES) },
    attributes: [
      text('code.function.name', 'handle_request'),
      text('code.file.path', '/srv/app/handlers.py'),
      { key: 'code.line.number', value: { intValue: at } },
    ],
    ...(at % 2 === 0 && { traceId: randomBytes(16), spanId: randomBytes(8) }),
  }));
  const number = text('service.instance.id', NUMBER_MARK + '0'.repeat(NUMBER_DIGITS));
  return {
    resourceLogs: [
      {
        resource: { attributes: [text('service.name', 'bench'), number] },
        scopeLogs: [{ scope: { name: 'logger' }, logRecords }],
      },
    ],
  };
}
