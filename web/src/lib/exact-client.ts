import {
  type AnyVariables,
  CombinedError,
  stringifyDocument,
  type TypedDocumentNode,
} from '@urql/core';
import { serverUrl } from './page/base-url.js';
import { type Json, parseExactJson, printExactJson } from './json/exact-json.js';
import { serverFetch } from './session/server-fetch.js';

/** What came of a question: data, an error, or parts of both. */
export interface ExactAnswer<Data> {
  data?: Data | undefined;
  error?: CombinedError | undefined;
}

interface WireAnswer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
}

/** Numbers that might not come out of `JSON.parse` as they went in; also matches inside texts. */
const LOSSY_NUMBER = /(?:^|[:,[\s])-?(?:\d{16}|\d+\.0+(?!\d)|\d+(?:\.\d+)?[eE])/;

/**
 * Asks the server past the cache, and reads and writes JSON in variables and answers without changing
 * a number: those that JavaScript would round are `ExactNumber`s. For payloads, which people edit and
 * send back; for everything else there is the ordinary client.
 */
export async function askExactly<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<ExactAnswer<Data>> {
  const question = { query: stringifyDocument(document), variables: variables as Json };
  try {
    const response = await serverFetch(serverUrl('graphql'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: printExactJson(question, 0),
    });
    const text = await response.text();
    return readAnswer<Data>(response, text);
  } catch (error) {
    const networkError = error instanceof Error ? error : new Error(String(error));
    return { error: new CombinedError({ networkError }) };
  }
}

function readAnswer<Data>(response: Response, text: string): ExactAnswer<Data> {
  const body = readBody(text) as WireAnswer<Data> | undefined;
  if (body?.data === undefined && body?.errors === undefined) {
    const networkError = new Error(text.slice(0, 300) || response.statusText);
    return { error: new CombinedError({ networkError, response }) };
  }
  return {
    data: body.data ?? undefined,
    error: body.errors ? new CombinedError({ graphQLErrors: body.errors, response }) : undefined,
  };
}

function readBody(text: string): unknown {
  try {
    return LOSSY_NUMBER.test(text) ? parseExactJson(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
