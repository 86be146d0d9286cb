import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';
import { memberOf, objectIn } from '../messages/read-part.js';
import type { Derived } from './derived.js';
import { toStructure } from './sources.js';

/** Where an answer has its documents, if it is not a list of them. */
const LISTS = ['output', 'documents', 'result', 'results'];

/** Adds the documents that a retriever found, each with its text under the name of LangChain or another. */
export function setDocuments(derived: Derived, sent: JsonValue | undefined): void {
  const answer = toStructure(sent);
  if (answer === undefined) return;
  const list = isJsonObject(answer) ? memberOf(answer, ...LISTS) : answer;
  if (!Array.isArray(list)) return;
  list.filter(isJsonObject).forEach((item, at) => {
    const document: JsonObject = objectIn(item, 'kwargs') ?? item;
    const prefix = `retrieval.documents.${at}.document.`;
    derived.set(
      `${prefix}content`,
      memberOf(document, 'page_content', 'pageContent', 'content', 'text'),
    );
    for (const name of ['id', 'score', 'metadata']) {
      derived.set(prefix + name, getOwn(document, name));
    }
  });
}
