import { Metadata, type ServiceError, status, type StatusObject } from '@grpc/grpc-js';
import { Writer } from 'protobufjs';

const DETAILS_KEY = 'grpc-status-details-bin';
const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';
const LENGTH_DELIMITED = 2;
const VARINT = 0;

/**
 * Returns a status that asks the sender to retry. It has the `RetryInfo` detail, without which OTLP
 * exporters do not retry after RESOURCE_EXHAUSTED.
 */
export function retryLater(
  message: string,
  seconds: number,
  code = status.RESOURCE_EXHAUSTED,
): Pick<ServiceError, keyof StatusObject> {
  const metadata = new Metadata();
  metadata.set(DETAILS_KEY, encodeStatusDetails(code, message, seconds));
  return { code, details: message, metadata };
}

/** Serializes a google.rpc.Status with one google.rpc.RetryInfo. */
function encodeStatusDetails(code: status, message: string, seconds: number): Buffer {
  const duration = Writer.create().uint32(tag(1, VARINT)).int64(seconds).finish();
  const retryInfo = Writer.create().uint32(tag(1, LENGTH_DELIMITED)).bytes(duration).finish();
  const any = Writer.create()
    .uint32(tag(1, LENGTH_DELIMITED))
    .string(RETRY_INFO)
    .uint32(tag(2, LENGTH_DELIMITED))
    .bytes(retryInfo)
    .finish();
  const details = Writer.create()
    .uint32(tag(1, VARINT))
    .int32(code)
    .uint32(tag(2, LENGTH_DELIMITED))
    .string(message)
    .uint32(tag(3, LENGTH_DELIMITED))
    .bytes(any)
    .finish();
  return Buffer.from(details);
}

function tag(field: number, wireType: number): number {
  return (field << 3) | wireType;
}
