import { chooseModel, type ModelCandidate } from './choose-model.js';
import { GenerativeModelKind } from './generative-model.enum.js';

const { CUSTOM, BUILT_IN } = GenerativeModelKind;

function model(id: number, given: Partial<ModelCandidate> = {}): ModelCandidate {
  return { id, kind: BUILT_IN, provider: '', startMicros: null, specificity: 0, ...given };
}

describe('chooseModel', () => {
  const choose = (
    candidates: ModelCandidate[],
    span: { provider?: string | null; startMicros?: bigint } = {},
  ) => chooseModel(candidates, { provider: null, startMicros: 1_000n, ...span })?.id ?? null;

  it('returns null without candidates', () => {
    expect(choose([])).toBeNull();
  });

  it('leaves out models that start after the span', () => {
    const later = model(1, { startMicros: 1_001n, specificity: 9 });
    expect(choose([later])).toBeNull();
    expect(choose([later, model(2)])).toBe(2);
    expect(choose([later], { startMicros: 1_001n })).toBe(1);
  });

  it('prefers custom models, however broad', () => {
    expect(choose([model(1, { specificity: 9 }), model(2, { kind: CUSTOM })])).toBe(2);
  });

  it('prefers the provider of the span, if there is a model of it', () => {
    const models = [
      model(1, { provider: 'openai', specificity: 9 }),
      model(2, { provider: 'azure' }),
    ];
    expect(choose(models, { provider: 'azure' })).toBe(2);
    expect(choose(models, { provider: 'aws' })).toBe(1);
    expect(choose(models)).toBe(1);
  });

  it('prefers the most specific pattern, then the latest start', () => {
    expect(choose([model(1), model(2, { specificity: 1 })])).toBe(2);
    expect(choose([model(1), model(2, { startMicros: 5n }), model(3, { startMicros: 6n })])).toBe(
      3,
    );
  });

  it('prefers the newest of equal custom models and the oldest of equal built-in ones', () => {
    expect(choose([model(1), model(2)])).toBe(1);
    expect(choose([model(1, { kind: CUSTOM }), model(2, { kind: CUSTOM })])).toBe(2);
  });
});
