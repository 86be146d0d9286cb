import { screen, within } from '@testing-library/react/pure';
import { refuse, stream } from '../../../testing/answers.js';
import { button, choice, field } from '../../../testing/elements.js';
import { CITIES, offerDataset } from '../../../testing/factories/playground.js';
import { renderComponent, type TestPage } from '../../../testing/render-page.js';
import { DatasetRunSubscription } from '../api/dataset-run.js';
import type { EvaluatorChoice } from '../api/evaluator-choices.js';
import {
  createBlankStart,
  createPlaygroundDraft,
  duplicateVariant,
  type PlaygroundDraft,
  setVariant,
} from '../draft/playground-draft.js';
import { DatasetRunDialog } from './dataset-run-dialog.js';

const DRAFT = createPlaygroundDraft({
  chat: { ...createBlankStart('OPENAI').chat, modelName: 'small' },
  templateFormat: 'MUSTACHE',
});

/** A draft whose prompts have these texts. */
function drafted(...texts: string[]): PlaygroundDraft {
  let draft = DRAFT;
  while (draft.variants.length < texts.length) {
    draft = duplicateVariant(draft, draft.variants[0]!.key);
  }
  for (const [index, text] of texts.entries()) {
    const variant = draft.variants[index]!;
    const messages = variant.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => ({ ...part, text })),
    }));
    draft = setVariant(draft, { ...variant, messages });
  }
  return draft;
}

const anEvaluator = (name: string): EvaluatorChoice => ({ id: name, name, description: null });
/** Starts every experiment, in order. */
const starting = () => {
  let started = 0;
  return stream(DatasetRunSubscription, ({ input }) => {
    started += 1;
    const experiment = { id: `experiment-${started}`, name: input.experimentName ?? 'a name' };
    return [
      {
        chatCompletionOverDataset: {
          __typename: 'ChatCompletionSubscriptionExperiment' as const,
          experiment,
        },
      },
    ];
  });
};

const open = (draft: PlaygroundDraft, ...evaluators: EvaluatorChoice[]) =>
  renderComponent(<DatasetRunDialog isOpen draft={draft} onClose={() => undefined} />, [
    ...offerDataset(...evaluators),
    starting(),
  ]);
const chooseDataset = async (page: TestPage) => {
  await page.user.click(screen.getByRole('combobox', { name: 'Dataset' }));
  await page.user.click(screen.getByRole('option', { name: 'cities · 4 examples' }));
};
const sentInputs = (page: TestPage) => page.sent(DatasetRunSubscription).map(({ input }) => input);

describe('the form that runs prompts on a dataset', () => {
  it('sends the prompt with the settings, and leads to the experiment', async () => {
    const page = await open(drafted('Where is {{city}}?'));
    await chooseDataset(page);
    screen.getByText(/^The dataset has no evaluators/);
    await page.fill(field('Name of the experiment'), 'capitals');
    await page.user.selectOptions(choice('Variables'), '');
    await page.fill(field('Repetitions'), '20');
    await page.fill(field('Token limit'), '1');
    await page.user.click(button('Start'));
    await screen.findByText('capitals has started.');
    expect(screen.getByRole('link', { name: 'Open experiment' }).getAttribute('href')).toBe(
      '/datasets/dataset-1/experiments/experiment-1',
    );
    expect(sentInputs(page)).toMatchObject([
      {
        datasetId: CITIES.id,
        evaluators: null,
        experimentName: 'capitals',
        templateVariablesPath: '',
        repetitions: 20,
        budget: { maxCost: null, maxTokens: 1 },
        promptVersion: { modelName: 'small' },
      },
    ]);
  });

  it('says what is wrong with some prompts, and starts the others', async () => {
    const page = await open(drafted('Where?', '', 'Who?'));
    screen.getByText('Starts 3 experiments, whose names end in A, B, C.');
    await chooseDataset(page);
    await page.fill(field('Name of the experiment'), 'capitals');
    await page.user.click(button('Start'));
    await screen.findByText('2 experiments have started.');
    within(screen.getByRole('alert')).getByText('Prompt B: Write a message.');
    expect(sentInputs(page).map(({ experimentName }) => experimentName)).toEqual([
      'capitals A',
      'capitals C',
    ]);
    const compare = screen.getByRole('link', { name: 'Compare experiments' });
    expect(decodeURIComponent(compare.getAttribute('href')!)).toMatch(
      /^\/datasets\/dataset-1\/compare\?experimentId=.*experiment-1.*experiment-2/,
    );
  });

  it('needs a dataset', async () => {
    const page = await open(drafted('Where?'));
    await page.user.click(button('Start'));
    screen.getByText('Choose a dataset.');
    expect(sentInputs(page)).toEqual([]);
  });

  it('stays open with the reason if the server refuses it', async () => {
    const page = await open(drafted('Where?'));
    page.answer(refuse(DatasetRunSubscription, 'The dataset has no examples.'));
    await chooseDataset(page);
    await page.user.click(button('Start'));
    within(screen.getByRole('alert')).getByText('The dataset has no examples.');
    page.answer(starting());
    await page.user.click(button('Start'));
    await screen.findByText('a name has started.');
    expect(sentInputs(page)).toMatchObject([{ experimentName: null }, { experimentName: null }]);
  });

  it('lets the evaluators judge that are chosen, by default all', async () => {
    const page = await open(
      drafted('Where?'),
      anEvaluator('mentions a city'),
      anEvaluator('mentions a country'),
    );
    await chooseDataset(page);
    const box = screen.getByRole('checkbox', { name: 'mentions a city' });
    expect(box).toHaveProperty('checked', true);
    await page.user.click(box);
    await page.user.click(button('Start'));
    expect(sentInputs(page)[0]?.evaluators).toEqual([{ id: 'mentions a country' }]);
  });
});
