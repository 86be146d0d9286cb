import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, field, listTexts } from '../../../testing/elements.js';
import { aModel, aPrice, listedModels } from '../../../testing/factories/models.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  CheckPatternQuery,
  CreateModelMutation,
  type Model,
  UpdateModelMutation,
} from '../api/models.js';
import { createDraft, createNewDraft, type ModelStart } from '../model-draft.js';
import { ModelForm } from './model-form.js';

/** Opens the form; `calls` collects what it says to the dialog around it. */
async function open(given: { edited: Model } | { start: ModelStart }) {
  const calls: string[] = [];
  const edited = 'edited' in given ? given.edited : undefined;
  const page = await renderComponent(
    <ModelForm
      edited={edited}
      initial={'edited' in given ? createDraft(given.edited) : createNewDraft(given.start)}
      onClose={() => calls.push('closed')}
      onSaved={() => calls.push('saved')}
    />,
    listedModels(),
  );
  return { ...page, calls };
}

const NEW = { start: { name: 'acme-1', provider: 'acme' } };
const INPUT = 'Price of prompt tokens input';
const OUTPUT = 'Price of completion tokens output';

/** The error of a field. */
const problemOf = (name: string) => {
  const [id = ''] = ['aria-errormessage', 'aria-describedby'].flatMap(
    (attribute) => field(name).getAttribute(attribute)?.split(' ') ?? [],
  );
  expect(field(name).getAttribute('aria-invalid')).toBe('true');
  return document.getElementById(id)?.textContent;
};

describe('the form of a model', () => {
  it('begins with a pattern for the name, and sends prices as numbers', async () => {
    const page = await open(NEW);
    expect(field('Name pattern')).toHaveProperty('value', '^acme-1$');
    page.answer(answer(CreateModelMutation, { createModel: { model: aModel() } }));
    await page.fill(field('Name'), ' acme ');
    await page.fill(field(INPUT), '1000000');
    await page.fill(field(OUTPUT), '0.25');
    await page.user.click(button('Create model'));
    expect(page.sent(CreateModelMutation)).toEqual([
      {
        input: {
          name: 'acme',
          provider: 'acme',
          namePattern: '^acme-1$',
          startTime: null,
          tierThreshold: null,
          costs: [
            aPrice({ costPerMillionTokens: 1_000_000 }),
            aPrice({ tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 0.25 }),
          ],
        },
      },
    ]);
    expect(page.calls).toEqual(['saved', 'closed']);
    await screen.findByText('Model acme saved');
  });

  it.each(['', 'NaN'])('refuses the price %j itself', async (price) => {
    const page = await open({ start: { copy: aModel() } });
    await page.fill(field(INPUT), price);
    // Without this, the browser would complain about the empty field itself.
    field(INPUT).removeAttribute('required');
    await page.user.click(button('Create model'));
    expect(listTexts('alert')).toEqual(['Enter a price in US dollars, such as 2.50.']);
    expect(problemOf(INPUT)).toBe('Enter a price in US dollars, such as 2.50.');
    expect(page.sent(CreateModelMutation)).toEqual([]);
    await page.fill(field(INPUT), '2');
    expect(listTexts('alert')).toEqual([]);
  });

  it.each([
    [INPUT, 'The price of "input" must be a number from 0 to 1000000000.', '-1'],
    ['Name', 'A custom model named "acme" already exists. Choose another name.', 'acme'],
    [
      'Name pattern',
      'A custom model with this pattern and provider already exists. Change that model instead.',
      '^our-gpt$',
    ],
  ])('says at the field %s what the server refuses', async (name, reason, text) => {
    const page = await open({ start: { copy: aModel() } });
    page.answer(refuse(CreateModelMutation, reason, 'CONFLICT'));
    await page.fill(field(name), text);
    await page.user.click(button('Create model'));
    expect(problemOf(name)).toBe(reason);
    expect(page.calls).toEqual([]);
    await page.fill(field(name), `${text}1`);
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('says below the form what concerns no field, until something is changed', async () => {
    const page = await open({ start: { copy: aModel() } });
    page.answer(refuse(CreateModelMutation, 'There are too many models.'));
    await page.user.click(button('Create model'));
    expect(listTexts('alert')).toEqual(['There are too many models.']);
    await page.fill(field('Name'), 'acme');
    expect(listTexts('alert')).toEqual([]);
  });

  it('says what is wrong with a pattern after a pause in typing', async () => {
    const page = await open(NEW);
    const reason = 'The pattern is not a valid regular expression in RE2 syntax: missing ).';
    page.answer(
      answer(CheckPatternQuery, {
        validateRegularExpression: { isValid: false, errorMessage: reason },
      }),
    );
    await page.fill(field('Name pattern'), '(gpt');
    await screen.findByText(reason);
    expect(page.sent(CheckPatternQuery).at(-1)).toEqual({ regex: '(gpt' });
    // Another text may be valid, so nothing is said before it is checked.
    await page.fill(field('Name pattern'), '(gpt)');
    expect(screen.queryByText(reason)).toBeNull();
  });

  it('can have other prices above a threshold, which it needs then', async () => {
    const page = await open({ start: { copy: aModel() } });
    await page.user.click(screen.getByRole('checkbox', { name: 'Other prices for long prompts' }));
    await page.user.click(button('Create model'));
    expect(problemOf('Threshold')).toBe('Enter a number of tokens, such as 200000.');
    await page.fill(field('Threshold'), '100000');
    page.answer(refuse(CreateModelMutation, 'The threshold needs a price above it.'));
    await page.user.click(button('Create model'));
    expect(problemOf('Threshold')).toBe('The threshold needs a price above it.');
    await page.fill(field(`${INPUT} above the threshold`), '0.4');
    await page.user.click(button('Create model'));
    expect(page.sent(CreateModelMutation).at(-1)?.input).toMatchObject({
      tierThreshold: 100_000,
      costs: [
        { costPerMillionTokens: 0.15, tierCostPerMillionTokens: 0.4 },
        { tierCostPerMillionTokens: null },
        { tierCostPerMillionTokens: null },
      ],
    });
  });

  it('adds prices of other types, and removes them', async () => {
    const page = await open({ start: { copy: aModel() } });
    await page.user.click(button('Add price'));
    const sides = screen.getAllByRole('combobox', { name: 'Side' });
    expect(document.activeElement).toBe(sides.at(-1));
    await page.user.selectOptions(sides.at(-1)!, 'Completion');
    const types = () => screen.getAllByRole('combobox', { name: 'Type of tokens' });
    await page.fill(types().at(-1)!, ' reasoning');
    await page.fill(field('Price of completion tokens reasoning'), '3');
    await page.user.click(button('Remove the price of prompt tokens cache_read'));
    page.answer(answer(CreateModelMutation, { createModel: { model: aModel() } }));
    await page.user.click(button('Create model'));
    const { costs } = page.sent(CreateModelMutation)[0]!.input;
    expect(costs.map(({ kind, tokenType }) => `${kind} ${tokenType}`)).toEqual([
      'PROMPT input',
      'COMPLETION output',
      'COMPLETION reasoning',
    ]);
    // Every model needs these.
    expect(screen.queryByRole('button', { name: /^Remove the price of .* (input|output)$/ })).toBe(
      null,
    );
  });

  it('changes a model, once something has changed', async () => {
    const page = await open({ edited: aModel({ provider: 'acme' }) });
    const save = button('Save model');
    expect(save).toHaveProperty('disabled', true);
    await page.user.click(button('Remove the price of prompt tokens cache_read'));
    page.answer(answer(UpdateModelMutation, { updateModel: { model: aModel() } }));
    await page.user.click(save);
    expect(page.sent(UpdateModelMutation)).toEqual([
      {
        input: {
          id: 'model-1',
          name: 'our gpt',
          provider: 'acme',
          namePattern: '^our-gpt$',
          startTime: null,
          tierThreshold: null,
          costs: aModel().tokenPrices.slice(0, 2),
        },
      },
    ]);
    expect(page.calls).toEqual(['saved', 'closed']);
  });

  it('can be left', async () => {
    const page = await open(NEW);
    await page.user.click(button('Cancel'));
    expect(page.calls).toEqual(['closed']);
    within(screen.getByRole('group', { name: 'Prices' })).getByText(/^US dollars per million/);
  });
});
