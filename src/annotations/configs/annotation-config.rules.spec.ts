import {
  type AnnotationConfigContent,
  assertNameIsFree,
  assertValuesAreValid,
} from './annotation-config.rules.js';

const content = (given: Partial<AnnotationConfigContent>): AnnotationConfigContent => ({
  name: 'quality',
  type: 'CONTINUOUS',
  description: null,
  optimizationDirection: 'NONE',
  values: null,
  lowerBound: null,
  upperBound: null,
  threshold: null,
  ...given,
});

const labels = (...texts: string[]) =>
  content({ type: 'CATEGORICAL', values: texts.map((label) => ({ label, score: null })) });

describe('the rules of annotation configs', () => {
  it('reserve exactly the name of notes', () => {
    expect(() => assertNameIsFree('note')).toThrow(expect.objectContaining({ status: 409 }));
    for (const name of ['Note', 'notes', 'note ']) {
      expect(() => assertNameIsFree(name)).not.toThrow();
    }
  });

  it.each([
    [labels(), 'Add at least one label.'],
    [labels('a', ''), 'A label must not be empty.'],
    [labels('a', ' \t'), 'A label must not be empty.'],
    [labels('a', 'b', 'a'), 'The label "a" appears more than once.'],
    [labels('é'.repeat(513)), 'A label can have at most 1024 bytes.'],
    [
      labels(...Array.from({ length: 1001 }, (_, at) => `l${at}`)),
      'A config can have at most 1000 labels.',
    ],
    [
      content({ lowerBound: 1, upperBound: 1 }),
      'The lower bound must be less than the upper bound.',
    ],
    [
      content({ lowerBound: 0, upperBound: -1e308 }),
      'The lower bound must be less than the upper bound.',
    ],
  ])('refuse invalid values: %#', (config, message) => {
    expect(() => assertValuesAreValid(config)).toThrow(
      expect.objectContaining({ status: 400, message }),
    );
  });

  it.each([
    labels('a'),
    labels('a', 'A', ' a'),
    labels(...Array.from({ length: 1000 }, (_, at) => `l${at}`)),
    content({}),
    content({ lowerBound: 5 }),
    content({ upperBound: -5 }),
    content({ lowerBound: -1, upperBound: 1 }),
  ])('accept valid values: %#', (config) => {
    expect(() => assertValuesAreValid(config)).not.toThrow();
  });
});
