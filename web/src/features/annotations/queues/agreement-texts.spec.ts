import { describeBasis, describeReliability, listMeasures } from './agreement-texts.js';
import type { Agreement } from './api/queues.js';

const agreement: Agreement = {
  itemCount: 4,
  reviewerCount: 2,
  percentAgreement: 0.75,
  cohensKappa: 0.5,
  krippendorffsAlpha: 0.56,
  meanAbsoluteDifference: null,
  annotationConfig: {
    __typename: 'CategoricalAnnotationConfig',
    id: 'config',
    name: 'correctness',
    description: null,
    optimizationDirection: 'MAXIMIZE',
    values: [],
  },
};

describe('describeReliability', () => {
  it.each([
    [-0.4, 'no better than chance'],
    [0, 'no better than chance'],
    [0.2, 'slight agreement'],
    [0.21, 'fair agreement'],
    [0.5, 'moderate agreement'],
    [0.8, 'substantial agreement'],
    [0.81, 'almost perfect agreement'],
    [1, 'almost perfect agreement'],
  ])('puts %d in words', (value, words) => {
    expect(describeReliability(value)).toBe(words);
  });
});

describe('listMeasures', () => {
  it('leaves out what the judgments do not define', () => {
    expect(listMeasures(agreement).map(({ name, value }) => [name, value])).toEqual([
      ['Equal judgments', '75%'],
      ['Cohen’s kappa', '0.5'],
      ['Krippendorff’s alpha', '0.56'],
    ]);
    const scores = { ...agreement, cohensKappa: null, meanAbsoluteDifference: 0.1 };
    expect(listMeasures(scores).map(({ name }) => name)).toEqual([
      'Equal judgments',
      'Krippendorff’s alpha',
      'Mean difference',
    ]);
  });
});

describe('describeBasis', () => {
  it('says how many items and people were compared', () => {
    expect(describeBasis(agreement, 2)).toBe('From 4 items that 2 people judged.');
  });

  it('says why there is nothing to compare', () => {
    const none = { ...agreement, itemCount: 0 };
    expect(describeBasis(none, 1)).toMatch(/^Not enough judgments\. This queue asks for one/);
    expect(describeBasis(none, 2)).toMatch(/^Not enough judgments\. At least two people/);
  });

  it('says why equal judgments have no kappa and no alpha', () => {
    const equal = { ...agreement, cohensKappa: null, krippendorffsAlpha: null };
    expect(describeBasis(equal, 2)).toMatch(/cannot be measured\.$/);
  });
});
