import { screen, within } from '@testing-library/react/pure';
import { DatasetOptionsQuery } from '../../../components/dataset-select/dataset-select.js';
import { aConnection, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field, item, link, listTexts, row } from '../../../testing/elements.js';
import {
  aJudgeTemplate,
  aListedBuiltIn,
  aListedJudge,
} from '../../../testing/factories/evaluators.js';
import { renderPage } from '../../../testing/render-page.js';
import { AllEvaluatorsQuery, type ListedEvaluator } from '../api/all-evaluators.js';
import { DeleteEvaluatorsMutation } from '../api/evaluator-mutations.js';
import { JudgeTemplatesQuery } from '../api/starting-points.js';

const listed = (...evaluators: ListedEvaluator[]) =>
  answer(AllEvaluatorsQuery, { evaluators: aConnection(evaluators) });

describe('the page of all evaluators', () => {
  it('explains to viewers that only the built-in ones are there at first', async () => {
    await renderPage('/evaluators', [listed(aListedBuiltIn())], { as: 'VIEWER' });
    screen.getByText(/Members and administrators can create LLM judges/);
    row(/^regex Built-in Regular expression/);
    expect(screen.queryByRole('button', { name: 'New evaluator' })).toBeNull();
  });

  it('says to members what to create', async () => {
    await renderPage('/evaluators', [listed(aListedBuiltIn())]);
    screen.getByText(/Create an LLM judge, which asks a model/);
  });

  it('lists evaluators with their uses, without the note', async () => {
    const page = await renderPage('/evaluators?sort=name', [listed(aListedJudge())]);
    row(/^tells the truth LLM judge small Compares the answer with the atlas\. 1 dataset, 1 rule/);
    expect(screen.queryByText(/Only the built-in evaluators/)).toBeNull();
    expect(page.sent(AllEvaluatorsQuery)).toEqual([
      { first: 50, after: null, sort: { col: 'name', dir: 'asc' }, filter: null },
    ]);
  });

  it.each([
    ['VIEWER', 'an LLM judge', aListedJudge(), ['Open prompt', 'Copy ID']],
    [
      'MEMBER',
      'an LLM judge',
      aListedJudge(),
      ['Open prompt', 'Copy ID', 'Edit', 'Add to dataset…', 'Delete…'],
    ],
    ['MEMBER', 'a built-in one', aListedBuiltIn(), ['Copy ID', 'Add to dataset…']],
  ] as const)('offers a %s the actions for %s', async (as, _kind, evaluator, actions) => {
    const page = await renderPage('/evaluators', [listed(evaluator)], { as });
    await page.user.click(button(`Actions for ${evaluator.name}`));
    expect(listTexts('menuitem')).toEqual(actions);
    await page.user.keyboard('{Escape}');
    expect(listTexts('menuitem')).toEqual([]);
  });

  it('filters by name, and shows all again', async () => {
    const page = await renderPage('/evaluators', [
      answer(AllEvaluatorsQuery, ({ filter }) => ({
        evaluators: aConnection(filter ? [] : [aListedJudge()]),
      })),
    ]);
    await page.fill(field('Filter evaluators by name'), 'city');
    await screen.findByText('No name contains “city”.');
    expect(page.sent(AllEvaluatorsQuery).at(-1)?.filter).toEqual({ col: 'name', value: 'city' });
    expect(page.address()).toBe('/evaluators?q=city');
    await page.user.click(button('Show all evaluators'));
    row(/^tells the truth/);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage('/evaluators', [cutOff(AllEvaluatorsQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(listed(aListedJudge()));
    await page.user.click(button('Try again'));
    row(/^tells the truth/);
  });

  it('opens the form of an LLM judge from a template', async () => {
    const page = await renderPage('/evaluators', [
      listed(aListedBuiltIn()),
      answer(JudgeTemplatesQuery, { classificationEvaluatorConfigs: [aJudgeTemplate()] }),
    ]);
    await page.user.click(button('New evaluator'));
    expect(listTexts('menuitem')).toEqual([
      'LLM judge from a template…',
      'LLM judge',
      'Code evaluator',
    ]);
    await page.user.click(item('LLM judge from a template…'));
    const template = within(screen.getByRole('dialog')).getByRole('link', { name: /^correctness/ });
    expect(template.getAttribute('href')).toBe('/evaluators/new?template=correctness');
  });

  it('asks for the dataset to which an evaluator is added', async () => {
    const dataset = { id: 'dataset-1', name: 'capitals', exampleCount: 1 };
    const page = await renderPage('/evaluators', [
      listed(aListedBuiltIn()),
      answer(DatasetOptionsQuery, { datasets: { edges: [{ node: dataset }] } }),
    ]);
    await page.user.click(button('Actions for regex'));
    await page.user.click(item('Add to dataset…'));
    await page.user.click(button('Continue'));
    screen.getByText('Choose a dataset.');
    await page.user.click(screen.getByRole('combobox', { name: 'Dataset' }));
    await page.user.click(screen.getByRole('option', { name: 'capitals · 1 example' }));
    expect(screen.queryByText('Choose a dataset.')).toBeNull();
  });

  it('keeps an evaluator that is in use, and says why', async () => {
    const reason = 'This evaluator is used by 1 dataset ("capitals").';
    const page = await renderPage('/evaluators', [
      listed(aListedJudge()),
      refuse(DeleteEvaluatorsMutation, reason, 'CONFLICT'),
    ]);
    await page.user.click(button('Actions for tells the truth'));
    await page.user.click(item('Delete…'));
    await page.user.click(button('Delete evaluator'));
    within(screen.getByRole('alert')).getByText(reason);
    await page.user.click(button('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
    link('tells the truth');
    expect(page.sent(AllEvaluatorsQuery)).toHaveLength(1);
  });

  it('deletes an evaluator with its prompt', async () => {
    const page = await renderPage('/evaluators', [
      listed(aListedJudge()),
      answer(DeleteEvaluatorsMutation, { deleteEvaluators: { evaluatorIds: [] } }),
    ]);
    await page.user.click(button('Actions for tells the truth'));
    await page.user.click(item('Delete…'));
    await page.user.click(screen.getByRole('checkbox', { name: 'Also delete its prompt truth' }));
    page.answer(listed(aListedBuiltIn()));
    await page.user.click(button('Delete evaluator'));
    await screen.findByText('Evaluator tells the truth deleted');
    expect(screen.queryByRole('link', { name: 'tells the truth' })).toBeNull();
    expect(page.sent(DeleteEvaluatorsMutation)).toEqual([
      { input: { evaluatorIds: [aListedJudge().id], deleteAssociatedPrompt: true } },
    ]);
  });
});
