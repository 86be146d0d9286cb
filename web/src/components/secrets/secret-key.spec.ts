import { findSecretKeyProblem } from './secret-key.js';

describe('findSecretKeyProblem', () => {
  it.each(['OPENAI_API_KEY', '_x', 'a1', '  TRIMMED  '])('accepts %s', (key) => {
    expect(findSecretKeyProblem(key)).toBeUndefined();
  });

  it.each(['', ' ', '1ST', 'MY-KEY', 'MY KEY', 'clé', 'a.b'])('refuses “%s”', (key) => {
    expect(findSecretKeyProblem(key)).toMatch(/\.$/);
  });
});
