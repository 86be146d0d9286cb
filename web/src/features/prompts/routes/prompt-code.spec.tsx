import { screen, within } from '@testing-library/react/pure';
import { PromptSnippetsQuery } from '../../../components/prompt-editor/version.js';
import { answer } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import {
  aPromptFrame,
  aPromptTag,
  aVersion,
  PROMPT_ID,
  showPrompt,
  versionId,
} from '../../../testing/factories/prompts.js';
import { renderPage } from '../../../testing/render-page.js';

describe('the code that fetches a version', () => {
  it('names the tag, the latest version, or one version', async () => {
    const frame = aPromptFrame({ versionTags: [aPromptTag('staging', 3)] });
    const page = await renderPage(`/prompts/${encodeURIComponent(PROMPT_ID)}`, [
      ...showPrompt(frame, aVersion(3)),
      answer(PromptSnippetsQuery, ({ id, tag, latest }) => ({
        node: {
          __typename: 'PromptVersion' as const,
          id,
          snippets: [
            { language: 'PYTHON' as const, code: `python ${tag ?? (latest ? 'latest' : id)}` },
            { language: 'CURL' as const, code: 'curl it' },
          ],
        },
      })),
    ]);
    await page.user.click(button('Use in code'));
    const code = within(screen.getByRole('dialog', { name: 'Use in code' }));
    code.getByText('python staging');
    const which = code.getByRole('combobox', { name: 'Version to fetch' });
    await page.user.selectOptions(which, 'The latest version');
    await page.user.selectOptions(which, 'Always version 3');
    expect(page.sent(PromptSnippetsQuery)).toEqual(
      [
        { tag: 'staging', latest: false },
        { tag: null, latest: true },
        { tag: null, latest: false },
      ].map((wanted) => ({ id: versionId(3), server: 'http://localhost', ...wanted })),
    );
    await page.user.click(code.getByRole('tab', { name: 'curl' }));
    code.getByText(/curl it/);
  });
});
