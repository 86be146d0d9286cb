import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, choice, dialog, field, link, option, row } from '../../../testing/elements.js';
import {
  aBuiltInModel,
  aModel,
  aPrice,
  aRecalculation,
  listedModels,
  recalculated,
} from '../../../testing/factories/models.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  DeleteModelMutation,
  type Model,
  ModelsQuery,
  UpdateModelMutation,
} from '../api/models.js';
import {
  CancelRecalculationMutation,
  ProjectNamesQuery,
  RecalculateMutation,
  RecalculationsQuery,
} from '../api/recalculations.js';

const open = (
  search = '',
  models: Model[] = [aModel(), aBuiltInModel()],
  options: Parameters<typeof renderPage>[2] = {},
) => renderPage(`/settings/models${search}`, listedModels(...models), options);

const names = () =>
  within(screen.getByRole('region', { name: 'Models' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

const PROJECTS = answer(ProjectNamesQuery, {
  projects: { edges: [{ node: { id: 'project-1', name: 'shop' } }] },
});

describe('the models', () => {
  it('are listed with their prices', async () => {
    await open('', [
      aModel({
        tierThreshold: 100_000,
        tokenPrices: [
          aPrice({ costPerMillionTokens: 0.2, tierCostPerMillionTokens: 0.4 }),
          aPrice({ tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 8 }),
        ],
      }),
      aBuiltInModel({ tokenPrices: [...aModel().tokenPrices, aPrice({ tokenType: 'audio' })] }),
    ]);
    const cells = (name: RegExp) =>
      within(row(name))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    within(row(/our gpt/)).getByText('custom');
    expect(cells(/our gpt/).slice(1, 8)).toEqual([
      'any',
      '^our-gpt$',
      '0.20 / 0.40',
      '8.00',
      '–',
      '–',
      '–',
    ]);
    expect(within(row(/gpt-4o-mini/)).queryByText('custom')).toBeNull();
    expect(cells(/gpt-4o-mini/).slice(1, 8)).toEqual([
      'openai',
      '^gpt-4o-mini$',
      '0.15',
      '0.60',
      '0.075',
      '+1',
      '2026-02-01',
    ]);
    screen.getByText('2 models');
  });

  it('are found by name, provider or pattern, and by kind', async () => {
    const page = await open();
    await page.fill(field('Find models by name, provider or pattern'), 'OPENAI');
    expect(page.address()).toBe('/settings/models?q=OPENAI');
    expect(names()).toEqual(['gpt-4o-mini']);
    await page.user.click(screen.getByRole('radio', { name: 'Custom' }));
    expect(page.address()).toBe('/settings/models?q=OPENAI&kind=custom');
    screen.getByText('No models match');
    screen.getByText('No name, provider or pattern contains “OPENAI”.');
    await page.user.click(button('Show all models'));
    expect(page.address()).toBe('/settings/models');
    expect(names()).toEqual(['our gpt', 'gpt-4o-mini']);
    expect(page.sent(ModelsQuery)).toHaveLength(1);
  });

  it.each([
    ['MEMBER', 'Create one to price your own models, or copy a built-in one to change its prices.'],
    ['VIEWER', 'A member can create one to price other models, or to change built-in prices.'],
  ] as const)('explain to a %s that there are no custom ones', async (as, text) => {
    await open('?kind=custom', [aBuiltInModel()], { as });
    screen.getByText('No custom models yet');
    screen.getByText(text);
  });

  it('show a built-in one with its source, and copy it', async () => {
    const page = await open();
    await page.user.click(link('gpt-4o-mini'));
    const view = dialog('gpt-4o-mini');
    expect(
      view.getByRole('link', { name: 'https://prices.example.com/list' }).getAttribute('href'),
    ).toBe('https://prices.example.com/list');
    const prices = view.getAllByRole('row').map(({ textContent }) => textContent);
    expect(prices).toEqual([
      'Tokens$ per million',
      'Prompt input0.15',
      'Completion output0.60',
      'Prompt cache_read0.075',
    ]);
    await page.user.click(view.getByRole('button', { name: 'Copy to custom model' }));
    expect(page.address()).toBe('/settings/models?model=new&copy=model-2');
    const form = dialog('New model');
    expect(form.getByRole('textbox', { name: 'Price of prompt tokens input' })).toHaveProperty(
      'value',
      '0.15',
    );
    expect(form.getByRole('textbox', { name: 'Provider' })).toHaveProperty('value', 'openai');
  });

  it('begin with the name and provider in a link', async () => {
    const page = await open('?model=new&name=acme-9&provider=acme');
    const form = dialog('New model');
    const valueOf = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name }).value;
    expect(['Name', 'Provider', 'Name pattern'].map(valueOf)).toEqual([
      'acme-9',
      'acme',
      '^acme-9$',
    ]);
    await page.user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(page.address()).toBe('/settings/models');
  });

  it('are read again after one was changed', async () => {
    const page = await open();
    await page.user.click(link('our gpt'));
    const form = dialog('Edit model');
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'your gpt');
    page.answer(
      answer(UpdateModelMutation, { updateModel: { model: aModel() } }),
      ...listedModels(aModel({ name: 'your gpt' })),
    );
    await page.user.click(form.getByRole('button', { name: 'Save model' }));
    expect(names()).toEqual(['your gpt']);
    expect(page.address()).toBe('/settings/models');
  });

  it('are deleted once that is confirmed', async () => {
    const page = await open();
    page.answer(refuse(DeleteModelMutation, 'Model "model-1" not found.'));
    expect(screen.queryByRole('button', { name: 'Delete gpt-4o-mini' })).toBeNull();
    await page.user.click(button('Delete our gpt'));
    const confirm = dialog('Delete our gpt').getByRole('button', { name: 'Delete model' });
    expect(page.sent(DeleteModelMutation)).toEqual([]);
    await page.user.click(confirm);
    screen.getByText('Model "model-1" not found.');
    page.answer(
      answer(DeleteModelMutation, { deleteModel: { model: { id: 'model-1' } } }),
      ...listedModels(aBuiltInModel()),
    );
    await page.user.click(confirm);
    expect(page.sent(DeleteModelMutation).at(-1)).toEqual({ input: { id: 'model-1' } });
    expect(names()).toEqual(['gpt-4o-mini']);
    await screen.findByText('Model our gpt deleted');
  });

  it('are only shown to viewers', async () => {
    const page = await open('?model=new&recalculate=any', undefined, { as: 'VIEWER' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      screen.queryByRole('button', { name: /^(New model|Recalculate|Edit|Copy|Delete) ?/ }),
    ).toBeNull();
    await page.user.click(link('our gpt'));
    dialog('our gpt').getByText('^our-gpt$');
    expect(screen.queryByRole('button', { name: 'Copy to custom model' })).toBeNull();
    expect(page.sent(RecalculationsQuery)).toEqual([]);
  });

  it('can be loaded again after a failure', async () => {
    const page = await renderPage('/settings/models', [...listedModels(), cutOff(ModelsQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(...listedModels(aModel()));
    await page.user.click(button('Try again'));
    expect(names()).toEqual(['our gpt']);
  });
});

const RUNNING =
  'The costs of project "shop" are already being recalculated. Wait until this has finished, or cancel it.';

describe('recalculations of costs', () => {
  it('are started for a project, and show their progress', async () => {
    const page = await open();
    page.answer(PROJECTS, answer(RecalculateMutation, { recalculateCosts: { spanCount: 2 } }));
    await page.user.click(button('Recalculate costs'));
    expect(page.address()).toBe('/settings/models?recalculate=any');
    const form = dialog('Recalculate costs');
    const start = form.getByRole('button', { name: 'Recalculate costs' });
    expect(start).toHaveProperty('disabled', true);
    await page.user.click(form.getByRole('combobox', { name: 'Project' }));
    await page.user.click(option('shop'));
    page.answer(recalculated(aRecalculation()));
    await page.user.click(start);
    expect(page.sent(RecalculateMutation)).toEqual([
      { input: { projectId: 'project-1', timeRange: { start: expect.any(String) } } },
    ]);
    form.getByText('Completed: 2 of 2 spans');
  });

  it('are for the project in a link, and say why they are refused', async () => {
    const page = await renderPage('/settings/models?recalculate=project-1', [
      ...listedModels(aModel()),
      PROJECTS,
      refuse(RecalculateMutation, RUNNING, 'CONFLICT'),
    ]);
    expect(choice('Project').value).toBe('shop');
    const form = dialog('Recalculate costs');
    await page.user.click(form.getByRole('button', { name: 'Recalculate costs' }));
    form.getByText(RUNNING);
  });

  it('are shown while they run, and can be stopped', async () => {
    const page = await renderPage('/settings/models', [
      ...listedModels(aModel()),
      PROJECTS,
      recalculated(
        aRecalculation({ status: 'RUNNING', spanCount: 5000, pricedSpanCount: 1200 }),
        aRecalculation({ id: 'recalculation-2', status: 'FAILED', errorMessage: 'Too slow.' }),
        aRecalculation({ id: 'recalculation-3', skippedSpanCount: 1 }),
      ),
      answer(CancelRecalculationMutation, {
        cancelCostRecalculation: { recalculation: { id: 'recalculation-1' } },
      }),
    ]);
    screen.getByText('Running: 1,200 of 5,000 spans');
    await page.user.click(button('Show'));
    const recent = within(screen.getByRole('region', { name: 'Recent recalculations' }));
    recent.getByText('Failed: 2 of 2 spans');
    recent.getByText('Too slow.');
    recent.getByText(/^1 span could not be priced/);
    await page.user.click(recent.getByRole('button', { name: 'Stop' }));
    expect(page.sent(CancelRecalculationMutation)).toEqual([{ input: { id: 'recalculation-1' } }]);
  });
});
