import { measureLabelAgreement, measureScoreAgreement, type RatedItem } from './agreement.js';

/** Rates one item: the reviewers' values in their order, null for those who did not judge it. */
function rate<V>(...values: (V | null)[]): RatedItem<V> {
  return values.flatMap((value, reviewerId) => (value === null ? [] : { reviewerId, value }));
}

/** Krippendorff's alpha from its definition: pairs within items against pairs of all values. */
function plainAlpha<V>(items: readonly RatedItem<V>[], difference: (a: V, b: V) => number) {
  const compared = items.filter((item) => item.length > 1);
  const values = compared.flat().map(({ value }) => value);
  let observed = 0;
  for (const item of compared) {
    for (const a of item) {
      for (const b of item) {
        if (a !== b) observed += difference(a.value, b.value) / (item.length - 1);
      }
    }
  }
  let expected = 0;
  for (const [at, a] of values.entries()) {
    for (const [other, b] of values.entries()) if (at !== other) expected += difference(a, b);
  }
  return 1 - observed / values.length / (expected / (values.length * (values.length - 1)));
}

/** A small generator of pseudorandom numbers, so that failures repeat. */
function* pseudorandom(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48271) % 2147483647;
    yield state / 2147483647;
  }
}

describe('agreement on labels', () => {
  it('is measured by the share of equal pairs and by kappa', () => {
    // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: po 0.7, pe 0.5, kappa 0.4.
    const items = [
      ...Array.from({ length: 20 }, () => rate('yes', 'yes')),
      ...Array.from({ length: 5 }, () => rate('yes', 'no')),
      ...Array.from({ length: 10 }, () => rate('no', 'yes')),
      ...Array.from({ length: 15 }, () => rate('no', 'no')),
    ];
    const agreement = measureLabelAgreement(items);
    expect(agreement).toMatchObject({ itemCount: 50, reviewerCount: 2, percentAgreement: 0.7 });
    expect(agreement.cohensKappa).toBeCloseTo(0.4, 12);
    expect(agreement.meanAbsoluteDifference).toBeNull();
  });

  it("matches the published example of Krippendorff's alpha for nominal data", () => {
    // Krippendorff 2011, part C: 4 observers, 12 units, alpha 0.743.
    const observers = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
      [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
    ];
    const units = observers[0]!.map((_, unit) => observers.map((row) => row[unit] ?? null));
    const labels = units.map((values) =>
      rate(...values.map((value) => (value === null ? null : String(value)))),
    );
    const { krippendorffsAlpha, itemCount, cohensKappa } = measureLabelAgreement(labels);
    expect(krippendorffsAlpha).toBeCloseTo(0.743, 3);
    expect([itemCount, cohensKappa]).toEqual([11, null]);
    const scores = units.map((values) => rate(...values));
    expect(measureScoreAgreement(scores).krippendorffsAlpha).toBeCloseTo(0.849, 3);
  });

  it('has no kappa and no alpha if nobody ever chose another label', () => {
    expect(measureLabelAgreement([rate('a', 'a'), rate('a', 'a')])).toEqual({
      itemCount: 2,
      reviewerCount: 2,
      percentAgreement: 1,
      cohensKappa: null,
      krippendorffsAlpha: null,
      meanAbsoluteDifference: null,
    });
  });

  it('ignores items that one person judged', () => {
    expect(measureLabelAgreement([rate('a'), rate(null, 'b')])).toEqual({
      itemCount: 0,
      reviewerCount: 0,
      percentAgreement: null,
      cohensKappa: null,
      krippendorffsAlpha: null,
      meanAbsoluteDifference: null,
    });
  });
});

describe('agreement on scores', () => {
  it('is measured by the mean difference within items', () => {
    const agreement = measureScoreAgreement([rate(1, 2), rate(0, 0), rate(0, 3, 3)]);
    expect(agreement).toMatchObject({ itemCount: 3, reviewerCount: 3, cohensKappa: null });
    expect(agreement.meanAbsoluteDifference).toBeCloseTo((1 + 0 + 2) / 3, 12);
  });

  it('equals a plain computation of alpha', () => {
    const random = pseudorandom(7);
    const draw = (count: number) => Math.floor(random.next().value * count);
    for (let round = 0; round < 50; round++) {
      const numbers = Array.from({ length: 12 }, () =>
        rate(...Array.from({ length: 4 }, () => (draw(4) === 0 ? null : draw(5) / 4))),
      );
      const labels = numbers.map((item) =>
        item.map(({ reviewerId, value }) => ({ reviewerId, value: String(value) })),
      );
      expect(measureScoreAgreement(numbers).krippendorffsAlpha).toBeCloseTo(
        plainAlpha(numbers, (a, b) => (a - b) ** 2),
        9,
      );
      expect(measureLabelAgreement(labels).krippendorffsAlpha).toBeCloseTo(
        plainAlpha(labels, (a, b) => (a === b ? 0 : 1)),
        9,
      );
    }
  });
});
