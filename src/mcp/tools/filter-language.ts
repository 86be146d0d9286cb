import { z } from 'zod';
import { cut } from '../calls/answer.js';
import { FILTERS, type FilteredRows } from './filter-guide.js';
import * as inputs from '../calls/inputs.js';
import { findId } from '../calls/lookups.js';
import { defineTool } from '../calls/tool.js';

const VOCABULARY = {
  spans: vocabularyOf('spanFilterVocabulary'),
  traces: vocabularyOf('traceFilterVocabulary'),
  sessions: vocabularyOf('sessionFilterVocabulary'),
};

function vocabularyOf(field: string): string {
  return `query ($id: ID!) {
    node(id: $id) { ... on Project { terms: ${field} { name category } } }
  }`;
}

interface Term {
  name: string;
  category: string;
}

/** The names that differ by project. The guide has all others. */
const OF_PROJECT = new Set(['annotation', 'attribute']);

/** The guide says which parts annotations have. */
const PART_OF_ANNOTATION = /\]\.(score|label|explanation)$/;

const NAME_CHARACTERS = 200;
const NAMES_SHOWN = 200;

export const FILTER_LANGUAGE = defineTool({
  name: 'describe_filter_language',
  title: 'Describe the filter language',
  description:
    'Explains the conditions that other tools accept, with examples: conditions on spans, traces, ' +
    'sessions, or examples of compared experiments. With a project, also lists the names that its ' +
    'conditions can use, such as its metadata. Call it before you write a condition.',
  input: {
    of: z.enum(Object.keys(FILTERS) as [FilteredRows]),
    project: inputs.project.optional(),
  },
  async run(input, call) {
    const guide = FILTERS[input.of];
    if (input.project === undefined || input.of === 'examples') return guide;
    const id = await findId(call, 'Project', input.project);
    const { node } = await call.graphql<{ node: { terms: Term[] } }>(VOCABULARY[input.of], { id });
    const names = node.terms
      .filter(({ category, name }) => OF_PROJECT.has(category) && !PART_OF_ANNOTATION.test(name))
      .map(({ name }) => cut(name, NAME_CHARACTERS));
    return { ...guide, names_in_project: names.slice(0, NAMES_SHOWN) };
  },
});
