import { crc32 } from 'node:zlib';
import { KEY, PIECES, REASON, THOUGHTS, type WireFormat } from './wire-format.js';

/** https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html */
function awsEvent(type: string, content: object, kind = 'event'): Buffer {
  const header = (name: string, value: string): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.byteLength(value));
    const typed = Buffer.concat([Buffer.of(7), length, Buffer.from(value)]);
    return Buffer.concat([Buffer.of(name.length), Buffer.from(name), typed]);
  };
  const headers = Buffer.concat([
    header(kind === 'event' ? ':event-type' : ':exception-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', kind),
  ]);
  const payload = Buffer.from(JSON.stringify(content));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + headers.length + payload.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, headers, payload]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}

const bedrockStart = awsEvent('messageStart', { role: 'assistant' });
/** A piece of an answer. */
export const bedrockPiece = (text: string): Buffer =>
  awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text } });
const bedrockText = PIECES.map(bedrockPiece);
const bedrockEnd = (stopReason: string) => [
  awsEvent('messageStop', { stopReason }),
  awsEvent('metadata', {
    usage: { inputTokens: 15, cacheReadInputTokens: 5, outputTokens: 7, totalTokens: 27 },
    metrics: { latencyMs: 1 },
  }),
];
const bedrockCall = (index: number, toolUseId: string, name: string, pieces: string[]) => [
  awsEvent('contentBlockStart', {
    contentBlockIndex: index,
    start: { toolUse: { toolUseId, name } },
  }),
  ...pieces.map((input) =>
    awsEvent('contentBlockDelta', { contentBlockIndex: index, delta: { toolUse: { input } } }),
  ),
];

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html */
export const bedrock: WireFormat = {
  connection: (url) => ({
    sdk: 'aws_bedrock',
    region: 'eu-central-1',
    endpointUrl: url,
    accessKeyId: 'id-of-the-test',
    secretAccessKey: KEY,
    sessionToken: null,
  }),
  path: '/model/m/converse-stream',
  contentType: 'application/vnd.amazon.eventstream',
  text: Buffer.concat([bedrockStart, ...bedrockText, ...bedrockEnd('end_turn')]),
  tools: Buffer.concat([
    bedrockStart,
    ...bedrockCall(0, 'call-a', 'find', ['{"q":', '"京都"}']),
    ...bedrockCall(1, 'call-b', 'now', ['{}']),
    ...bedrockEnd('tool_use'),
  ]),
  tooLong: Buffer.concat([bedrockStart, ...bedrockText, ...bedrockEnd('max_tokens')]),
  failing: Buffer.concat([
    bedrockStart,
    bedrockText[0]!,
    awsEvent('throttlingException', { message: REASON }, 'exception'),
  ]),
  beginning: Buffer.concat([bedrockStart, bedrockText[0]!]),
  error: { message: REASON },
  thinking: Buffer.concat([
    bedrockStart,
    ...THOUGHTS.map((text) =>
      awsEvent('contentBlockDelta', {
        contentBlockIndex: 0,
        delta: { reasoningContent: { text } },
      }),
    ),
    ...bedrockText,
    ...bedrockEnd('end_turn'),
  ]),
  whole: null,
};
