import { screen } from '@testing-library/react/pure';
import {
  type BuiltInProvider,
  ProvidersQuery,
} from '../../../components/prompt-editor/provider-keys.js';
import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import { answer } from '../../../testing/answers.js';
import { link } from '../../../testing/elements.js';
import { aProvider } from '../../../testing/factories/playground.js';
import { editPrompts } from '../../../testing/factories/prompts.js';
import { renderComponent } from '../../../testing/render-page.js';
import { createBlankStart, createPlaygroundDraft } from '../draft/playground-draft.js';
import { ProvidersNotice } from './providers-notice.js';

const KEYLESS = aProvider({ credentialsSet: false, missingCredentials: ['OPENAI_API_KEY'] });

const show = (
  provider: BuiltInProvider,
  chosen: ModelProvider = 'OPENAI',
  as: 'ADMIN' | 'MEMBER' = 'MEMBER',
) =>
  renderComponent(
    <ProvidersNotice variants={createPlaygroundDraft(createBlankStart(chosen)).variants} />,
    [...editPrompts(), answer(ProvidersQuery, { modelProviders: [provider] })],
    { as },
  );

describe('the notice about keys in the playground', () => {
  it.each([
    ['MEMBER', /Ask an administrator to add one in/],
    ['ADMIN', /Add one in/],
  ] as const)('says to a %s what to do while no provider has one', async (as, words) => {
    await show(KEYLESS, 'OPENAI', as);
    screen.getByText(/^This server has no key for a model provider yet\./);
    screen.getByText(words);
    expect(link('Settings › Model providers').getAttribute('href')).toBe(
      '/settings/model-providers',
    );
  });

  it.each([
    ['a provider has one', aProvider(), 'OPENAI'],
    ['the chosen provider needs none', KEYLESS, 'OLLAMA'],
  ] as const)('is not shown if %s', async (_reason, provider, chosen) => {
    await show(provider, chosen);
    expect(screen.queryByText(/^This server has no key/)).toBeNull();
  });
});
