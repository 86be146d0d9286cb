import { BUILT_IN_MODELS } from './built-in-prices.js';
import { compilePattern, explainPattern, measureSpecificity } from './model-pattern.js';

describe('compilePattern', () => {
  it('searches anywhere in the name', () => {
    expect(compilePattern('gpt-4').occursIn('openai/gpt-4o')).toBe(true);
    expect(compilePattern('^gpt-4$').occursIn('openai/gpt-4o')).toBe(false);
    expect(compilePattern('(?i)GPT').occursIn('gpt-4o')).toBe(true);
  });

  it('takes no longer for patterns that backtrack elsewhere', () => {
    const start = performance.now();
    expect(compilePattern('^(a+)+$').occursIn(`${'a'.repeat(900)}!`)).toBe(false);
    expect(compilePattern('(x+x+)+y').occursIn('x'.repeat(900))).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('explainPattern', () => {
  it.each(['gpt', '^claude-[34]', '(?i)^(?:a|b)$', String.raw`\d{4}`])('accepts %s', (pattern) => {
    expect(explainPattern(pattern)).toBeNull();
  });

  it.each(['(', '[a', '*a', '(?=a)b', String.raw`(a)\1`, 'a{1001}', '(?<!x)y'])(
    'refuses %s with a sentence',
    (pattern) => {
      expect(explainPattern(pattern)).toMatch(/^The pattern is not a valid regular .+\.$/);
    },
  );

  it('refuses empty and long patterns', () => {
    expect(explainPattern('')).toBe('The pattern must not be empty.');
    expect(explainPattern('a'.repeat(1_001))).toBe(
      'The pattern must have at most 1000 characters.',
    );
  });
});

describe('measureSpecificity', () => {
  it.each([
    ['^gpt-4o$', 'gpt-4o'],
    ['^gpt-4o$', '^gpt-4o'],
    ['^gpt-4o', 'gpt-4o-2024-05-13'],
    ['^gpt-4o-mini$', '^gpt-4o$'],
    ['^gpt-4o$', '^gpt-.*$'],
    ['^gpt-4o$', '^gpt-4.?$'],
    ['^gpt-4o$', '^(?:gpt|o)-4$'],
    [String.raw`^gpt\.4$`, '^gpt.4$'],
    ['^gpt-4$', '^gpt-[45]$'],
    ['^gpt-4$', String.raw`^gpt-\d$`],
    [String.raw`^gpt-\d$`, String.raw`^gpt-\d+$`],
    ['^gpt-[0-9]$', '^gpt-.$'],
  ])('ranks %s above %s', (narrow, broad) => {
    expect(measureSpecificity(narrow)).toBeGreaterThan(measureSpecificity(broad));
  });
});

describe('built-in models', () => {
  const compiled = BUILT_IN_MODELS.map((model) => ({
    ...model,
    pattern: compilePattern(model.namePattern),
  }));
  const find = (name: string) =>
    compiled
      .filter(({ pattern }) => pattern.occursIn(name))
      .toSorted((a, b) => measureSpecificity(b.namePattern) - measureSpecificity(a.namePattern))
      .map((model) => model.name)[0];

  it('have different names, valid patterns and base prices', () => {
    expect(new Set(BUILT_IN_MODELS.map(({ name }) => name)).size).toBe(BUILT_IN_MODELS.length);
    for (const { namePattern, prices } of BUILT_IN_MODELS) {
      expect(explainPattern(namePattern)).toBeNull();
      expect(prices).toContainEqual(
        expect.objectContaining({ isPrompt: true, tokenType: 'input' }),
      );
      expect(prices).toContainEqual(
        expect.objectContaining({ isPrompt: false, tokenType: 'output' }),
      );
      for (const { costPerMillion } of prices) expect(costPerMillion).toBeGreaterThanOrEqual(0);
    }
  });

  it('match their own names', () => {
    const others = BUILT_IN_MODELS.filter(({ name }) => find(name) !== name);
    expect(others).toEqual([]);
  });

  it.each([
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['openai/gpt-4o-mini', 'gpt-4o-mini'],
    ['o3-mini-2025-01-31', 'o3-mini'],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 'claude-sonnet-4-0'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet'],
    ['anthropic/claude-3.5-haiku', 'claude-3-5-haiku-latest'],
    ['claude-opus-4-1-20250805', 'claude-opus-4-1'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['gemini-2.5-flash-lite-preview-09-2025', 'gemini-2.5-flash-lite'],
    ['mistral-large-2411', 'mistral-large'],
    ['grok-4', 'grok-4-0709'],
    ['us.amazon.nova-lite-v1:0', 'amazon.nova-lite-v1:0'],
    ['my-gpt-4o-mini-clone', undefined],
    ['my-own-model', undefined],
  ])('%s is %s', (name, model) => {
    expect(find(name)).toBe(model);
  });
});
