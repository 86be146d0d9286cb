import type { Dialect } from './dialect.js';

const SERVICE = 'langchain4j.aiservices.';
const TOOL = 'langchain4j.tools.';

/** LangChain4j with Quarkus, whose services and, in older versions, tools have nothing but a name. */
export const LANGCHAIN4J: Dialect = {
  prefixes: [],
  names: ['langchain4j'],
  derive({ name }, derived) {
    // A service asks a model, and calls its tools, until it has an answer.
    if (name.startsWith(SERVICE)) derived.implyKind('AGENT');
    if (!name.startsWith(TOOL)) return;
    derived.implyKind('TOOL');
    derived.set('tool.name', name.slice(TOOL.length));
  },
};
