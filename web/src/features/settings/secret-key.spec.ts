import { secretKeyProblem } from './secret-key.js';

describe('the name of a secret', () => {
  it.each(['OPENAI_API_KEY', '_x', 'a1', '  TRIMMED  '])('may be %s', (key) => {
    expect(secretKeyProblem(key)).toBeUndefined();
  });

  it.each(['', ' ', '1ST', 'MY-KEY', 'MY KEY', 'clé', 'a.b'])('is not “%s”', (key) => {
    expect(secretKeyProblem(key)).toMatch(/\.$/);
  });
});
