import {
  isStructure,
  type Json,
  parseExactJson,
  parseStructure,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { readStructureAt, toText } from '../../../lib/openinference/attribute-path.js';
import { readMessages, readOfferedTools } from '../../../lib/openinference/read-messages.js';
import { readValue } from '../../../lib/openinference/read-value.js';
import { writeBody, writeHeading } from '../attributes/write-markdown.js';

/** One text of two spans; undefined for a span that does not have it. */
export interface PairText {
  title: string;
  base: string | undefined;
  other: string | undefined;
}

const READERS: readonly [title: string, read: (attributes: Json) => string | undefined][] = [
  ['Input', (attributes) => readTurn(attributes, 'input')],
  ['Output', (attributes) => readTurn(attributes, 'output')],
  ['Tools', readTools],
  ['Parameters', (attributes) => print(readStructureAt(attributes, 'llm.invocation_parameters'))],
];

/** Reads the texts that at least one of two spans has from their attributes, which are JSON. */
export function readPairTexts(base: string | undefined, other: string | undefined): PairText[] {
  const sides = [base, other].map((text) => (text === undefined ? null : parseExactJson(text)));
  return READERS.map(([title, read]) => {
    const [ofBase, ofOther] = sides.map((side) => (side === null ? undefined : read(side)));
    return { title, base: ofBase, other: ofOther };
  }).filter((text) => text.base !== undefined || text.other !== undefined);
}

function readTools(attributes: Json): string | undefined {
  const tools = readOfferedTools(attributes).map(({ name, description, schema }) =>
    [name, description, print(schema)].filter(Boolean).join('\n'),
  );
  return tools.length > 0 ? tools.join('\n\n') : undefined;
}

/** The messages to or from a model, or otherwise the value. JSON is laid out in lines. */
function readTurn(attributes: Json, side: 'input' | 'output'): string | undefined {
  const messages = readMessages(attributes, `llm.${side}_messages`);
  if (messages.length > 0) {
    return messages
      .map((message) => `${writeHeading(message)}:\n${writeBody(message)}`)
      .join('\n\n');
  }
  const found = readValue(attributes, side);
  if (!found) return undefined;
  return print(parseStructure(found.value)) ?? found.value;
}

function print(value: Json | undefined): string | undefined {
  return isStructure(value) ? printExactJson(value) : toText(value);
}
