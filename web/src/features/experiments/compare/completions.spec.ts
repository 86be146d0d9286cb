import { listCompletions, type Vocabulary } from './completions.js';

const vocabulary: Vocabulary = {
  experimentCount: 2,
  scores: ['exact', "it's brief"],
  keys: {
    input: ['question', 'city'],
    reference_output: ['answer'],
    metadata: ['difficulty'],
    output: [],
  },
};

/** Returns what is offered at the `|` of a text, as the complete text. */
function offered(marked: string): string[] {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  return listCompletions(text, cursor, vocabulary).map(
    ({ insert, from }) => text.slice(0, from) + insert + text.slice(cursor),
  );
}

describe('completion of a condition', () => {
  it('starts with whole conditions', () => {
    expect(offered('|')).toEqual(
      expect.arrayContaining([
        'error is not None',
        "experiments[1].evals['exact'].score < experiments[0].evals['exact'].score",
      ]),
    );
  });

  it('finds names of evaluators', () => {
    expect(offered("evals['e|")).toEqual(["evals['exact'].score"]);
    expect(offered('evals[|')).toEqual(["evals['exact'].score", 'evals["it\'s brief"].score']);
    expect(offered('exac|')).toEqual(["evals['exact'].score"]);
  });

  it('finds keys of the examples', () => {
    expect(offered("input['|")).toEqual(["input['question']", "input['city']"]);
    expect(offered("'x' in reference_output[|")).toEqual(["'x' in reference_output['answer']"]);
    expect(offered('diff|')).toEqual(["metadata['difficulty']"]);
  });

  it('finds the experiments and their fields', () => {
    expect(offered('experiments[|')).toEqual(['experiments[0].', 'experiments[1].']);
    expect(offered('experiments[1].l|')).toEqual(['experiments[1].latency_ms']);
    expect(offered("experiments[0].evals['exact'].|")).toEqual([
      "experiments[0].evals['exact'].score",
      "experiments[0].evals['exact'].label",
      "experiments[0].evals['exact'].explanation",
    ]);
  });

  it('continues after a keyword that needs an operand', () => {
    expect(offered('error is None and lat|')).toEqual(['error is None and latency_ms']);
    expect(offered('error is None and |')).toContain('error is None and latency_ms');
    expect(offered('latency_ms > experiments[0].lat|')).toEqual([
      'latency_ms > experiments[0].latency_ms',
    ]);
  });

  it('offers keywords', () => {
    expect(offered('error is n|')).toContain('error is not');
    expect(offered('error an|')[0]).toBe('error and');
  });

  it('leaves strings, numbers and complete words alone', () => {
    expect(offered("output == 'err|")).toEqual([]);
    expect(offered("output == 'evals[|")).toEqual([]);
    expect(offered('latency_ms > 10|')).toEqual([]);
    expect(offered('error is None |')).toEqual([]);
  });

  it('keeps the text after the cursor', () => {
    expect(offered('lat| > 5')).toEqual(['latency_ms > 5']);
  });
});
