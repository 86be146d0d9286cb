import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { buildServerUrl } from '../page/base-url.js';
import { type Json, parseExactJson, printExactJson } from '../json/exact-json.js';
import { serverFetch } from '../session/server-fetch.js';
import { RequestError } from './request-error.js';

/** A document from `graphql()`, which carries the types of its data and variables. */
export type TypedDocument<Data, Variables> = TadaDocumentNode<Data, Variables>;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /**
   * Keeps every number in the JSON unchanged: numbers that JavaScript would round become
   * `ExactNumber`s. For payloads that users edit and send back.
   */
  exact?: boolean | undefined;
  /** Whether the request survives the page that sent it. */
  keepalive?: boolean | undefined;
}

interface WireAnswer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: string; position?: number | null } }[];
}

/** Numbers that `JSON.parse` might change; also matches inside strings. */
const LOSSY_NUMBER = /(?:^|[:,[\s])-?(?:\d{16}|\d+\.0+(?!\d)|\d+(?:\.\d+)?[eE])/;

/**
 * Sends a query or a mutation. Throws a `RequestError`, or an `AbortError` once `signal` is
 * aborted.
 */
export async function sendDocument<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  { signal, exact = false, keepalive = false }: RequestOptions = {},
): Promise<Data> {
  const question = {
    operationName: getOperationName(document),
    query: printDocument(document),
    variables,
  };
  let response: Response;
  let text: string;
  try {
    response = await serverFetch(buildServerUrl('graphql'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: exact ? printExactJson(question as Json, 0) : JSON.stringify(question),
      signal: signal ?? null,
      keepalive,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw RequestError.from(error);
  }
  const answer = readAnswer(text, exact) as WireAnswer<Data> | undefined;
  const { status } = response;
  const [refusal] = answer?.errors ?? [];
  if (refusal) {
    throw new RequestError(refusal.message, { status, ...refusal.extensions });
  }
  if (answer?.data === undefined || answer.data === null) {
    throw new RequestError(text.slice(0, 300) || response.statusText, { status });
  }
  return answer.data;
}

/** Returns the name of the operation in a document. Query keys contain it. */
export function getOperationName(document: TypedDocument<unknown, never>): string {
  for (const definition of document.definitions) {
    if ('operation' in definition && definition.name) return definition.name.value;
  }
  throw new Error('The document has no named operation.');
}

const texts = new WeakMap<object, string>();

/** Returns the text of a document, printed once. */
export function printDocument(document: TypedDocument<unknown, never>): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const text = print(document);
  texts.set(document, text);
  return text;
}

function readAnswer(text: string, exact: boolean): unknown {
  try {
    return exact && LOSSY_NUMBER.test(text) ? parseExactJson(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
