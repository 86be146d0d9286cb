import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, item, link, row } from '../../../testing/elements.js';
import {
  aDatasetFrame,
  anExampleDetail,
  anExampleRow,
  aSplit,
  DATASET_ID,
  showDataset,
  showExamples,
} from '../../../testing/factories/datasets.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  DeleteExamplesMutation,
  PatchExamplesMutation,
  SetExamplesSplitsMutation,
} from '../api/example-mutations.js';
import { ExampleQuery } from '../api/example.js';

const LIST = `/datasets/${DATASET_ID}/examples`;

const france = anExampleRow('France', 'Paris');
const japan = anExampleRow('Japan', 'Tokyo', { id: 'RGF0YXNldEV4YW1wbGU6Nw==', externalId: null });
const kenya = anExampleRow('Kenya', 'Nairobi');
const shown = [
  ...showDataset(aDatasetFrame(), france, japan, kenya),
  ...showExamples(anExampleDetail(france), anExampleDetail(japan), anExampleDetail(kenya)),
];
const newer = { edges: [{ node: { id: 'version-3', sequenceNumber: 3 } }] };
const changed = { id: DATASET_ID, versions: newer };

const panel = () => within(screen.getByLabelText('Example'));
const part = (name: string) => within(panel().getByRole('region', { name }));
const title = () => panel().getByRole('heading', { level: 2 }).textContent;
const editor = (name: string) => panel().getByRole('textbox', { name });

describe('the panel of an example', () => {
  it('opens over the list at its own URL, and leads to its neighbors', async () => {
    const page = await renderPage(`${LIST}?q=capital`, shown);
    await page.user.click(link('kenya'));
    expect(page.address()).toBe(`${LIST}/example-Kenya?q=capital`);
    expect(title()).toBe('kenya');
    part('Output').getByText('Nairobi');
    expect(document.title).toContain('Example · capitals');
    await page.user.keyboard('j');
    expect(title()).toBe('kenya');
    await page.user.keyboard('k');
    expect(title()).toBe('Example #7');
    await page.user.keyboard('k');
    expect(title()).toBe('france');
    await page.user.keyboard('j');
    expect(page.address()).toBe(`${LIST}/RGF0YXNldEV4YW1wbGU6Nw%3D%3D?q=capital`);
    await page.user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Example')).toBeNull();
    expect(page.address()).toBe(`${LIST}?q=capital`);
  });

  it('shows texts or JSON, and remembers which', async () => {
    const page = await renderPage(`${LIST}/example-France`, shown);
    const input = panel().getByRole('region', { name: 'Input' });
    expect(input.textContent).toBe('InputquestionCapital of France?');
    await page.user.click(panel().getByRole('radio', { name: 'JSON' }));
    part('Input').getByText('"Capital of France?"');
    await page.user.click(button('Close (Esc)'));
    await page.user.click(link('kenya'));
    part('Metadata').getByText('"atlas"');
  });

  it('reads the example at the selected version, without a way to change it', async () => {
    const page = await renderPage(`${LIST}/example-Cuba?version=version-1`, [
      ...showDataset(aDatasetFrame(), france),
      ...showExamples(anExampleDetail(anExampleRow('Cuba', 'Havana'))),
    ]);
    part('Output').getByText('Havana');
    expect(page.sent(ExampleQuery)).toEqual([{ id: 'example-Cuba', version: 'version-1' }]);
    expect(panel().queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(panel().queryByRole('button', { name: 'Actions for this example' })).toBeNull();
    expect(panel().queryByRole('button', { name: /splits/i })).toBeNull();
  });

  it.each([
    ['that does not exist', refuse(ExampleQuery, 'No example has this ID.', 'NOT_FOUND')],
    [
      'deleted before the version',
      ...showExamples(
        anExampleDetail(anExampleRow('Cuba', 'Havana'), {
          revision: {
            ...anExampleDetail(france).revision,
            revisionKind: 'DELETE',
          },
        }),
      ),
    ],
  ])('reports an example %s', async (_what, ...answers) => {
    await renderPage(`${LIST}/example-Cuba`, [...shown, ...answers]);
    panel().getByText('Example not found');
    expect(panel().queryByRole('region', { name: 'Output' })).toBeNull();
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const cuba = anExampleDetail(anExampleRow('Cuba', 'Havana'));
    const page = await renderPage(`${LIST}/example-Cuba`, [...shown, cutOff(ExampleQuery)]);
    panel().getByText('The server cannot be reached');
    page.answer(...showExamples(cuba));
    await page.user.click(panel().getByRole('button', { name: 'Try again' }));
    part('Output').getByText('Havana');
  });

  it('links to the span from which the example was created', async () => {
    const span = {
      id: 'span-1',
      name: 'answer a question',
      spanKind: 'llm' as const,
      context: { traceId: 'abc' },
      project: { id: 'project-1' },
    };
    await renderPage(`${LIST}/example-France`, [
      ...shown,
      ...showExamples(anExampleDetail(france, { span })),
    ]);
    expect(
      panel()
        .getByRole('link', { name: /answer a question/ })
        .getAttribute('href'),
    ).toBe('/projects/project-1/traces/abc?timeRangeKey=all&selectedSpanNodeId=span-1');
  });

  it('assigns the example to splits', async () => {
    const page = await renderPage(`${LIST}/example-France`, [
      ...shown,
      answer(SetExamplesSplitsMutation, { setDatasetExamplesSplits: { examples: [] } }),
    ]);
    await page.user.click(panel().getByRole('button', { name: 'Assign to splits…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Splits for 1 example' }));
    await page.user.click(dialog.getByRole('checkbox', { name: 'train' }));
    const assigned = { ...france, datasetSplits: [aSplit()] };
    page.answer(
      ...showDataset(aDatasetFrame(), assigned, japan, kenya),
      ...showExamples(anExampleDetail(assigned)),
    );
    await page.user.click(dialog.getByRole('button', { name: 'Save splits' }));
    expect(page.sent(SetExamplesSplitsMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          exampleIds: ['example-France'],
          datasetSplitIds: ['split-1'],
        },
      },
    ]);
    panel().getByTitle('train');
    within(row(/^Select france/)).getByText('train');
  });

  it('deletes the example with a note, and closes', async () => {
    const page = await renderPage(`${LIST}/example-Kenya`, [
      ...shown,
      answer(DeleteExamplesMutation, { deleteDatasetExamples: { dataset: changed } }),
    ]);
    await page.user.click(panel().getByRole('button', { name: 'Actions for this example' }));
    await page.user.click(item('Delete…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete example' }));
    await page.fill(dialog.getByRole('textbox', { name: 'Version note' }), 'Asked twice');
    page.answer(...showDataset(aDatasetFrame({ versions: newer }), france, japan));
    await page.user.click(dialog.getByRole('button', { name: 'Delete 1 example' }));
    expect(page.sent(DeleteExamplesMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          exampleIds: ['example-Kenya'],
          datasetVersionDescription: 'Asked twice',
        },
      },
    ]);
    expect(page.address()).toBe(LIST);
    expect(screen.queryByRole('link', { name: 'kenya' })).toBeNull();
  });

  it('shows what was saved, and does not announce it as the change of another user', async () => {
    const page = await renderPage(`${LIST}/example-France`, [
      ...shown,
      answer(PatchExamplesMutation, { patchDatasetExamples: { dataset: changed } }),
    ]);
    await page.user.click(panel().getByRole('button', { name: 'Edit' }));
    await page.fill(editor('Output'), '{"answer": "Paris, since 987"}');
    const saved = anExampleRow('France', 'Paris, since 987');
    page.answer(
      ...showDataset(aDatasetFrame({ versions: newer }), saved, japan, kenya),
      ...showExamples(anExampleDetail(saved)),
    );
    await page.user.click(panel().getByRole('button', { name: /^Save version/ }));
    part('Output').getByText('Paris, since 987');
    within(row(/^Select france/)).getByText('Paris, since 987');
    link('Versions 3');
    expect(screen.queryByRole('button', { name: 'Show new version' })).toBeNull();
  });

  it('asks before it discards what was typed', async () => {
    const page = await renderPage(`${LIST}/example-France`, shown);
    await page.user.click(panel().getByRole('button', { name: 'Edit' }));
    await page.fill(editor('Input'), '{"question": "Which?"');
    await page.user.click(panel().getByRole('button', { name: 'Next (j)' }));
    screen.getByRole('dialog', { name: 'Leave without saving?' });
    await page.user.click(button('Keep editing'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(editor('Input').textContent).toBe('{"question": "Which?"');
    await page.user.click(panel().getByRole('button', { name: 'Close (Esc)' }));
    await page.user.click(button('Leave page'));
    expect(page.address()).toBe(LIST);
    expect(screen.queryByLabelText('Example')).toBeNull();
  });
});
