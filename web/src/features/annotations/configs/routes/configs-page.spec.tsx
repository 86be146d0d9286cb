import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff, refuse } from '../../../../testing/answers.js';
import { button, field, link, row } from '../../../../testing/elements.js';
import {
  aLabelConfig,
  aScoreConfig,
  listConfigs,
} from '../../../../testing/factories/judgments.js';
import { renderPage } from '../../../../testing/render-page.js';
import {
  ConfigsQuery,
  CreateConfigMutation,
  DeleteConfigsMutation,
} from '../api/annotation-configs.js';

const PATH = '/settings/annotations';
const FEEDBACK = aLabelConfig({
  id: 'config-9',
  name: 'user_feedback',
  values: [
    { label: 'positive', score: 1 },
    { label: 'negative', score: 0 },
  ],
});
const deleted = answer(DeleteConfigsMutation, {
  deleteAnnotationConfigs: { __typename: 'DeleteAnnotationConfigsPayload' },
});

describe('the page of all annotation configs', () => {
  it('lists configs with their values and projects', async () => {
    const projects = ['shop', 'search', 'support'].map((name) => ({
      node: { id: `project-${name}`, name },
    }));
    const page = await renderPage(PATH, [
      listConfigs(
        FEEDBACK,
        aLabelConfig({ description: 'How good?', projectCount: 4, projects: { edges: projects } }),
        aScoreConfig({
          name: 'toxicity',
          optimizationDirection: 'MINIMIZE',
          lowerBound: 0,
          upperBound: 1,
        }),
      ),
    ]);
    row(
      /^quality ?How good\? Categorical good \(1\), bad \(0\) Higher shop, search, support ?\+1 /,
    );
    row(/^toxicity Continuous 0 to 1 Lower – /);
    row(/^user_feedback Categorical positive \(1\), negative \(0\) /);
    expect(link('search').getAttribute('href')).toBe('/projects/project-search/config');
    expect(screen.getByRole('status').textContent).toBe('3 configs');
    expect(page.sent(ConfigsQuery)).toEqual([{ first: 100, after: null }]);
  });

  it('finds configs by a part of their name, and shows all again', async () => {
    const page = await renderPage(PATH, [
      listConfigs(aLabelConfig(), aScoreConfig({ name: 'Toxicity' })),
    ]);
    await page.fill(field('Find configs by name'), 'TOX');
    row(/^Toxicity/);
    expect(screen.queryByRole('row', { name: /^quality/ })).toBeNull();
    expect(page.address()).toBe(`${PATH}?q=TOX`);
    expect(screen.getByRole('status').textContent).toBe('1 config');
    await page.fill(field('Find configs by name'), 'xyz');
    screen.getByText('No config name contains “xyz”.');
    await page.user.click(button('Show all configs'));
    row(/^quality/);
    expect(page.address()).toBe(PATH);
  });

  it('opens the form of a new config, and shows the saved one', async () => {
    const page = await renderPage(PATH, [listConfigs(FEEDBACK)]);
    await page.user.click(button('New config'));
    const dialog = within(screen.getByRole('dialog', { name: 'New annotation config' }));
    await page.fill(dialog.getByRole('textbox', { name: 'Name' }), 'quality');
    page.answer(
      answer(CreateConfigMutation, {
        createAnnotationConfig: { annotationConfig: aLabelConfig() },
      }),
      listConfigs(FEEDBACK, aLabelConfig()),
    );
    await page.user.click(dialog.getByRole('button', { name: 'Create config' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByText('Annotation config quality saved');
    row(/^quality/);
  });

  it('edits the chosen config', async () => {
    const page = await renderPage(PATH, [listConfigs(aLabelConfig())]);
    await page.user.click(button('Edit quality'));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit annotation config' }));
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'quality');
  });

  it.each([
    ['that one project uses', aLabelConfig({ projectCount: 1 }), '1 project will no longer use'],
    ['that no project uses', aLabelConfig(), 'No project uses this config.'],
    ['that comes again', FEEDBACK, 'Spandrel creates this config again when it restarts.'],
  ])('warns before it deletes a config %s', async (_case, config, warning) => {
    const page = await renderPage(PATH, [listConfigs(config), deleted]);
    await page.user.click(button(`Delete ${config.name}`));
    const dialog = screen.getByRole('dialog', { name: `Delete ${config.name}` });
    expect(dialog.textContent).toContain(warning);
    expect(dialog.textContent).toContain('Existing annotations stay.');
    expect(dialog.textContent?.includes('You can’t undo this.')).toBe(config !== FEEDBACK);
    await page.user.click(button('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.sent(DeleteConfigsMutation)).toEqual([]);
  });

  it('deletes a config, or says why it cannot', async () => {
    const page = await renderPage(PATH, [
      listConfigs(FEEDBACK, aLabelConfig()),
      refuse(DeleteConfigsMutation, 'Not now.'),
    ]);
    await page.user.click(button('Delete quality'));
    await page.user.click(button('Delete config'));
    within(screen.getByRole('alert')).getByText('Not now.');
    page.answer(deleted, listConfigs(FEEDBACK));
    await page.user.click(button('Delete config'));
    await screen.findByText('Annotation config quality deleted');
    expect(screen.queryByRole('row', { name: /^quality/ })).toBeNull();
    expect(page.sent(DeleteConfigsMutation).at(-1)).toEqual({ input: { ids: ['config-1'] } });
  });

  it.each([
    ['MEMBER', 'Create one for each thing', true],
    ['VIEWER', 'A member can create one', false],
  ] as const)('tells a %s what to do without any configs', async (as, text, canCreate) => {
    await renderPage(PATH, [listConfigs()], { as });
    screen.getByRole('heading', { name: 'No annotation configs yet' });
    screen.getByText(text, { exact: false });
    expect(screen.queryByRole('button', { name: 'New config' }) !== null).toBe(canCreate);
  });

  it('offers viewers no changes', async () => {
    await renderPage(PATH, [listConfigs(aLabelConfig())], { as: 'VIEWER' });
    row(/^quality/);
    expect(screen.queryByRole('button', { name: /quality$/ })).toBeNull();
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage(PATH, [cutOff(ConfigsQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(listConfigs(aLabelConfig()));
    await page.user.click(button('Try again'));
    row(/^quality/);
  });
});
