import type { Locator, Page } from 'playwright-core';
import { readCondition, startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { EXAMPLES, experimentsToShow, type ShownExperiments } from './experiments-to-show.js';

describe('the comparison of experiments', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownExperiments;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    shown = await experimentsToShow(server);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  /** Opens the comparison of the experiments at these positions. */
  async function open(places: number[], more = ''): Promise<Page> {
    const ids = places.map(
      (place) => `experimentId=${encodeURIComponent(shown.experiments[place]!)}`,
    );
    const page = await browser.open(
      `${server.url}/datasets/${shown.dataset}/compare?${ids.join('&')}${more}`,
    );
    await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
    return page;
  }

  it('shows the run of each experiment for each example', async () => {
    const page = await open([0, 1]);
    const first = example(page, 'country 0?');
    await first.getByText('The capital is City 0.').last().waitFor();
    await first.getByText('The capital is the beautiful City 0.').waitFor();
    await first.getByLabel('lower than in the base experiment').waitFor();
    const head = page.getByRole('columnheader', { name: /second try/ });
    expect(await head.textContent()).toContain('exact 0.667');
  });

  it('loads more while scrolling', async () => {
    const page = await open([0, 1]);
    await example(page, 'country 0?').waitFor();
    await grid(page).hover();
    await eventually('last example', async () => {
      await page.mouse.wheel(0, 3_000);
      return example(page, `country ${EXAMPLES - 1}?`).count();
    });
    await page.getByText(`${EXAMPLES} examples`).waitFor();
  });

  it('counts how often the other experiment is better or worse than the base', async () => {
    const page = await open([0, 1]);
    const counts = page.getByRole('region', { name: 'Counts against the base experiment' });
    const exact = counts.getByRole('listitem').filter({ hasText: 'exact' });
    // The base is right at even positions, except for two failed runs, and the other one is wrong at
    // every third position.
    await exact.getByText('9').waitFor();
    expect(await exact.locator('dl').textContent()).toBe('better9worse5same14');
    expect(await exact.textContent()).toContain('2 runs not comparable');
    await counts.getByRole('listitem').filter({ hasText: 'Latency' }).waitFor();
  });

  it('shows regressions and failures in the color of errors, and labels in full', async () => {
    await server.sql(
      "UPDATE experiment_run_annotations SET label = 'incorrect' WHERE label = 'wrong'",
    );
    const page = await open([0, 1]);
    const counts = page.getByRole('region', { name: 'Counts against the base experiment' });
    const [better, worse] = [0, 1].map((at) =>
      counts.getByRole('listitem').filter({ hasText: 'exact' }).locator('dd').nth(at),
    ) as [Locator, Locator];
    await worse.getByText('5', { exact: true }).waitFor();
    expect(await hasColor(worse, '--error')).toBe(true);
    expect(await hasColor(better, '--error')).toBe(false);
    const failure = example(page, 'country 5?').getByText('TimeoutError: no answer');
    expect(await hasColor(failure, '--error')).toBe(true);
    const label = example(page, 'country 1?').getByText('incorrect', { exact: true });
    await label.waitFor();
    expect(await isCut(label)).toBe(false);
  });

  it('swaps the base experiment, and adds and removes experiments, in the URL', async () => {
    const page = await open([0, 1]);
    const chips = page.getByRole('list', { name: 'Compared experiments' });
    await chips.getByRole('button', { name: /^#2 second try/ }).click();
    await page.getByRole('menuitem', { name: 'Use as base experiment' }).click();
    await chips.getByRole('button', { name: /second try base/ }).waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('textbox', { name: /Find an experiment/ }).fill('half');
    await page.getByRole('button', { name: /half way/ }).click();
    await eventually(
      'three columns',
      async () => (await chips.getByRole('listitem').count()) === 3,
    );
    await page.getByRole('button', { name: 'Remove first try from comparison' }).click();
    await eventually('two columns', async () => (await chips.getByRole('listitem').count()) === 2);
    const [, second, third] = shown.experiments.map(encodeURIComponent);
    expect(page.url()).toContain(`?experimentId=${second}&experimentId=${third}`);
  });

  it('shows a single experiment, as clients link to it', async () => {
    const page = await open([1]);
    await example(page, 'country 0?').getByText('the beautiful City 0').waitFor();
    expect(
      await page.getByRole('region', { name: 'Counts against the base experiment' }).count(),
    ).toBe(0);
  });

  it('filters by a condition, and reports errors while typing', async () => {
    const page = await open([0, 1]);
    await example(page, 'country 0?').waitFor();
    const field = page.getByRole('textbox', { name: 'Filter examples by condition' });
    await field.fill('latency > 5');
    await page.getByText(/Unknown name `latency`/).waitFor();
    await field.press('Enter');
    expect(page.url()).not.toContain('filter=');
    await example(page, 'country 0?').waitFor();

    await field.fill('experiments[0].error is not None');
    await field.press('Enter');
    await eventually('two failures', async () => (await examples(page).count()) === 2);
    expect(page.url()).toContain('filter=');
    const passedOn = await browser.open(page.url());
    await eventually('two failures', async () => (await examples(passedOn).count()) === 2);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await example(page, 'country 0?').waitFor();
  });

  it('completes names of fields and evaluators', async () => {
    const page = await open([0, 1]);
    await example(page, 'country 0?').waitFor();
    const field = page.getByRole('textbox', { name: 'Filter examples by condition' });
    await field.pressSequentially('exa');
    await page.getByRole('option', { name: /evals\['exact'\]\.score/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await readCondition(field)).toBe("evals['exact'].score");
    await field.pressSequentially(" < 1 and input['qu");
    await page.getByRole('option', { name: /question/ }).click();
    expect(await readCondition(field)).toBe("evals['exact'].score < 1 and input['question']");
  });

  it('filters by a clicked value', async () => {
    const page = await open([0, 1]);
    // At position 0, the base experiment is right and the other is wrong.
    const chip = example(page, 'country 0?').getByRole('button', { name: /^exact 0/ });
    await chip.click();
    await page.getByRole('menuitem', { name: 'Score lower than in the base experiment' }).click();
    await eventually(
      'places that both 2 and 3 divide',
      async () => (await examples(page).count()) === 5,
    );
    await page.getByRole('button', { name: 'Filter examples by first try' }).click();
    await page.getByRole('menuitem', { name: 'Failed' }).click();
    await page.getByText('No examples match').waitFor();
    await page.getByRole('button', { name: 'Show all examples' }).click();
    await example(page, 'country 0?').waitFor();
  });

  it('opens an example with all runs side by side at its own URL', async () => {
    const page = await open([0, 1]);
    await example(page, 'country 0?').getByRole('link', { name: 'Open example q-0' }).click();
    const panel = page.getByRole('region', { name: 'Example', exact: true });
    await panel.getByText('the very city').waitFor();
    expect(page.url()).toContain(`exampleId=${encodeURIComponent(shown.examples[0]!)}`);
    await panel.getByText('Base experiment').click();
    const second = panel.getByRole('region', { name: '#2 second try' });
    await second.locator('ins').filter({ hasText: 'the beautiful' }).waitFor();
    await page.keyboard.press('j');
    await panel.getByRole('region', { name: 'Input' }).getByText('country 1?').waitFor();
    await page.keyboard.press('k');
    await panel.getByRole('region', { name: 'Input' }).getByText('country 0?').waitFor();
    await panel.getByRole('button', { name: /#1 first try/ }).click();
    await panel.getByRole('region', { name: '#1 first try' }).waitFor({ state: 'detached' });
    const passedOn = await browser.open(page.url());
    await passedOn.locator('ins').filter({ hasText: 'the beautiful' }).waitFor();
    expect(await passedOn.getByRole('region', { name: '#1 first try' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('shows the selected repetition in the table, and all repetitions in the example panel', async () => {
    const page = await open([2, 0]);
    await example(page, 'country 0?').getByText('Answer number 1').waitFor();
    await page.getByRole('combobox', { name: 'Visible repetition' }).selectOption('2');
    await example(page, 'country 0?').getByText('Answer number 2').waitFor();
    await example(page, 'country 0?').getByText('The capital is City 0.').last().waitFor();
    expect(page.url()).toContain('repetition=2');
    await example(page, 'country 0?').getByRole('link').first().click();
    const panel = page.getByRole('region', { name: 'Example', exact: true });
    await panel.getByText('Answer number 1').waitFor();
    await panel.getByText('Answer number 2').waitFor();
  });

  it('compares metrics and scores as a whole', async () => {
    const page = await open([0, 1], '&view=metrics');
    const card = page.getByRole('listitem').filter({ hasText: 'mean score' });
    await card.getByText('0.667').waitFor();
    await card.getByText('0.5').waitFor();
    await page.getByText('Completion tokens').waitFor();
    await page.getByText('Examples', { exact: true }).click();
    await example(page, 'country 0?').waitFor();
    expect(page.url()).not.toContain('view=');
  });

  it('reports experiments of other datasets, and an empty comparison', async () => {
    const page = await open([0], '&experimentId=RXhwZXJpbWVudDo5OTk5');
    await page.getByText('1 experiment in this URL is not in this dataset').waitFor();
    await example(page, 'country 0?').waitFor();
    const empty = await open([]);
    await empty.getByText('Nothing to compare yet').waitFor();
  });
});

/** Whether a text has the color of a CSS variable. */
function hasColor(text: Locator, variable: string): Promise<boolean> {
  return text.evaluate((element, name) => {
    const reference = element.ownerDocument.createElement('i');
    reference.style.color = `var(${name})`;
    element.append(reference);
    const [color, wanted] = [element, reference].map((one) =>
      String(one.computedStyleMap().get('color')),
    );
    reference.remove();
    return color === wanted;
  }, variable);
}

function isCut(text: Locator): Promise<boolean> {
  return text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

function grid(page: Page): Locator {
  return page.getByRole('region', { name: 'Comparison' });
}

function examples(page: Page): Locator {
  return grid(page).locator('tr[data-index]');
}

function example(page: Page, question: string): Locator {
  return examples(page).filter({ hasText: question });
}
