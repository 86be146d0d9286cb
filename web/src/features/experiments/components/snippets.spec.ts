import { experimentSnippets } from './snippets.js';

describe('the code that runs an experiment', () => {
  it('knows the server and the dataset, whatever letters its name has', () => {
    const name = 'say "hello" \\ 你好';
    for (const { code } of experimentSnippets('http://127.0.0.1:6006', name)) {
      expect(code).toContain('http://127.0.0.1:6006');
      expect(code).toContain('"say \\"hello\\" \\\\ 你好"');
    }
  });
});
