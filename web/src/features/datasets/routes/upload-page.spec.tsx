import { fireEvent, screen, within } from '@testing-library/react/pure';
import { answer, answerRest, refuse } from '../../../testing/answers.js';
import { button, choice, field, item, link } from '../../../testing/elements.js';
import { SessionQuery } from '../../../lib/browser/download.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';
import { DatasetNamesQuery, NamedDatasetQuery } from '../api/dataset-names.js';

const HOSTILE = `<img src=x onerror="alert(1)"> 'it' & 東京 مرحبا`;
const CSV = `question,answer,topic,split,id,source
"What is the capital of France?",Paris,geography,train,fr,"{""page"": 12, ""book"": ""Atlas""}"
"Why is the sky blue?",Rayleigh scattering,physics,"[""test"", ""hard""]",sky,"{""page"": 3}"
"${HOSTILE.replaceAll('"', '""')}",,,,x1,{}
`;
const UPLOAD = 'POST v1/datasets/upload?sync=true';

const session = answer(SessionQuery, { viewer: { id: 'user-1' } });
const stored = (created: number, updated = 0, deleted = 0) =>
  answerRest(UPLOAD, {
    data: {
      dataset_id: 'dataset-1',
      num_created_examples: created,
      num_updated_examples: updated,
      num_deleted_examples: deleted,
    },
  });
const names = answer(DatasetNamesQuery, {
  datasets: { edges: [{ node: { id: 'dataset-1', name: 'capitals' } }] },
});

const openPage = (...answers: ReturnType<typeof answer>[]) =>
  renderPage('/datasets/upload', [session, ...answers]);
const choose = async ({ user }: TestPage, content: string, name = 'rows.csv') => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File([content], name));
};
const lane = (name: string) => screen.getByRole('region', { name });
const column = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Column ?${name}`) });
const columnsIn = (name: string) =>
  within(lane(name))
    .queryAllByRole('button')
    .map(({ dataset }) => dataset['column']);
/** The fields of the last upload, without its file. */
const sentFields = (page: TestPage) =>
  [...(page.calls(UPLOAD).at(-1) as FormData).entries()].filter(([name]) => name !== 'file');
const sentFile = (page: TestPage) => (page.calls(UPLOAD).at(-1) as FormData).get('file') as File;

describe('the columns of a file', () => {
  it('are guessed, and the first examples are shown as they will be stored', async () => {
    const page = await openPage();
    screen.getByText('Drop a CSV, JSONL or XLSX file here');
    await choose(page, CSV);
    expect(columnsIn('Input')).toEqual(['question']);
    expect(columnsIn('Output')).toEqual(['answer']);
    expect(columnsIn('Metadata')).toEqual(['topic', 'source']);
    expect(columnsIn('Left out')).toEqual(['split', 'id']);
    expect(choice('Example ID').value).toBe('=id');
    expect(choice('Splits').value).toBe('=split');
    expect(choice('Span ID').value).toBe('');
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    const texts = [...rows[2]!.querySelectorAll('td:not(:has(dl)), dt, dd')];
    expect(texts.map(({ textContent }) => textContent)).toEqual([
      '3',
      'question',
      'Why is the sky blue?',
      'answer',
      'Rayleigh scattering',
      'topic',
      'physics',
      'source',
      '{"page": 3}',
      'test, hard',
      'sky',
    ]);
    expect(rows[3]?.textContent).toContain(HOSTILE);
    expect(field('Name')).toHaveProperty('value', 'rows');
  });

  it('are moved with the arrow keys or the menu, and keep the focus', async () => {
    const page = await openPage();
    await choose(page, CSV);
    column('question').focus();
    await page.user.keyboard('{ArrowRight}');
    expect(columnsIn('Output')).toEqual(['question', 'answer']);
    expect(document.activeElement).toBe(column('question'));
    await page.user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}');
    expect(columnsIn('Input')).toEqual(['question']);
    await page.user.keyboard('{ArrowLeft}');
    expect(columnsIn('Input')).toEqual(['question']);
    await page.user.keyboard('{Enter}');
    item('Leave out');
    await page.user.keyboard('{ArrowUp}{Enter}');
    expect(columnsIn('Left out')).toEqual(['question', 'split', 'id']);
    expect(columnsIn('Input')).toEqual([]);
  });

  it('are moved to where they are dropped', async () => {
    const page = await openPage();
    await choose(page, CSV);
    const dragged = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, data: string) => dragged.set(type, data),
      getData: (type: string) => dragged.get(type) ?? '',
      get types() {
        return [...dragged.keys()];
      },
    };
    fireEvent.dragStart(column('topic'), { dataTransfer });
    const target = within(lane('Output')).getByRole('heading');
    expect(fireEvent.dragOver(target, { dataTransfer })).toBe(false);
    fireEvent.drop(target, { dataTransfer });
    expect(columnsIn('Output')).toEqual(['answer', 'topic']);
  });
});

describe('the file', () => {
  it('may be dropped', async () => {
    await openPage();
    const dataTransfer = { files: [new File([CSV], 'dropped.csv')], types: ['Files'] };
    const target = screen.getByText('Drop a CSV, JSONL or XLSX file here');
    expect(fireEvent.dragOver(target, { dataTransfer })).toBe(false);
    fireEvent.drop(target, { dataTransfer });
    await screen.findByRole('button', { name: /^Column ?question/ });
    screen.getByText('dropped.csv');
  });

  it.each([
    ['a,b\n1,2,3\n', /3 cells/],
    ['', /^The file is empty\.$/],
  ])('is refused before it is sent, until another is chosen: %j', async (content, reason) => {
    const page = await openPage();
    await choose(page, content);
    screen.getByText(reason);
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
    await choose(page, 'a,b\n1,2\n');
    column('a');
    expect(screen.queryByText(reason)).toBeNull();
    expect(button('Upload')).toHaveProperty('disabled', false);
  });

  it('may be separated by semicolons', async () => {
    const page = await openPage();
    await choose(page, 'a;b\n1;2\n');
    column('a');
    column('b');
  });

  it('needs a column and the name of a dataset', async () => {
    const page = await openPage();
    await choose(page, 'a\n1\n');
    await page.fill(field('Name'), ' ');
    expect(button('Upload')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), 'letters');
    expect(button('Upload')).toHaveProperty('disabled', false);
    await page.user.click(column('a'));
    await page.user.click(item('Leave out'));
    expect(button('Upload')).toHaveProperty('disabled', true);
  });

  it('is not accepted from viewers', async () => {
    await renderPage('/datasets/upload', [], { as: 'VIEWER' });
    screen.getByText('Only members and administrators can upload examples');
    expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
  });
});

describe('an upload', () => {
  it('sends the file with the plan of its columns, and links to the dataset', async () => {
    const page = await openPage(stored(3));
    await choose(page, CSV);
    await page.user.click(column('source'));
    await page.user.click(screen.getByRole('menuitemcheckbox', { name: 'Use its fields instead' }));
    await page.fill(field('Name'), ' atlas ');
    await page.fill(field('Description'), 'What people ask.');
    await page.user.click(button('Upload'));
    screen.getByText('Uploaded to atlas');
    screen.getByText('3 examples created.');
    expect(link('Open dataset').getAttribute('href')).toBe('/datasets/dataset-1/examples');
    expect(sentFields(page)).toEqual([
      ['name', 'atlas'],
      ['action', 'create'],
      ['description', 'What people ask.'],
      ['input_keys[]', 'question'],
      ['output_keys[]', 'answer'],
      ['metadata_keys[]', 'topic'],
      ['metadata_keys[]', 'source'],
      ['flatten_keys[]', 'source'],
      ['example_id_key', 'id'],
      ['split_key', 'split'],
    ]);
    expect(await sentFile(page).text()).toBe(CSV);
    expect(sentFile(page).type).toBe('text/csv');
    // An upload does not renew an expired session.
    expect(page.sent(SessionQuery)).toHaveLength(1);
  });

  it('adds to the dataset from which it was opened, then replaces its examples', async () => {
    const page = await renderPage('/datasets/upload?into=dataset-1', [
      session,
      names,
      stored(2, 1),
      answer(NamedDatasetQuery, {
        node: { __typename: 'Dataset', id: 'dataset-1', name: 'capitals', project: null },
      }),
    ]);
    await choose(page, '{"q":9007199254740993}\n{"f":null}\n', 'rows.jsonl');
    screen.getByText('9007199254740993', { selector: 'dd' });
    expect(choice('Dataset').value).toBe('capitals');
    await page.user.click(button('Upload'));
    screen.getByText('2 examples created, 1 changed.');
    expect(sentFields(page).slice(0, 2)).toEqual([
      ['name', 'capitals'],
      ['action', 'append'],
    ]);
    expect(sentFile(page).type).toBe('application/jsonl');
    await page.user.click(button('Upload another file'));
    await choose(page, '{"q":9007199254740993}\n', 'rows.jsonl');
    await page.user.click(screen.getByRole('radio', { name: 'Replace all examples' }));
    page.answer(stored(0));
    await page.user.click(button('Upload'));
    screen.getByText(/^Nothing has changed\./);
    expect(sentFields(page)[1]).toEqual(['action', 'update']);
  });

  it('shows the line that the server refuses, and keeps the column layout', async () => {
    const lines = ['{"q":"0","meta":{}}', '{"q":"broken","meta":{}}', '{"q":"last"}', '{"q":"4"}'];
    const page = await openPage(answerRest(UPLOAD, 'line 2: invalid JSON', 422));
    await choose(page, lines.join('\n'), 'rows.jsonl');
    column('meta').focus();
    await page.user.keyboard('{ArrowLeft}');
    await page.fill(field('Name'), 'with a fault');
    await page.user.click(button('Upload'));
    await screen.findByText('Nothing was stored. Line 2: invalid JSON');
    const list = within(await screen.findByRole('list', { name: 'Line 2 of the file' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      lines.slice(0, 3).map((line, at) => `${at + 1}${line}`),
    );
    expect(field('Name')).toHaveProperty('value', 'with a fault');
    await choose(page, '{"q":"last","meta":{}}', 'rows.jsonl');
    expect(screen.queryByText(/^Nothing was stored/)).toBeNull();
    expect(columnsIn('Output')).toEqual(['meta']);
    page.answer(stored(1));
    await page.user.click(button('Upload'));
    screen.getByText('1 example created.');
  });

  it('offers to add to the existing dataset if the name is taken', async () => {
    const page = await openPage(names, answerRest(UPLOAD, 'Dataset "capitals" exists.', 409));
    await choose(page, 'q,a\n1,2\n');
    await page.fill(field('Name'), 'capitals');
    await page.user.click(button('Upload'));
    screen.getByText('Nothing was stored. Dataset "capitals" exists.');
    page.answer(stored(1));
    await page.user.click(button('Add to that dataset'));
    expect(choice('Dataset').value).toBe('capitals');
    await page.user.click(button('Upload'));
    screen.getByText('1 example created.');
    expect(sentFields(page).slice(0, 2)).toEqual([
      ['name', 'capitals'],
      ['action', 'append'],
    ]);
  });

  it('can be canceled', async () => {
    const page = await openPage({ name: UPLOAD, reply: () => 'never' });
    await choose(page, CSV);
    await page.user.click(button('Upload'));
    screen.getByRole('progressbar', { name: 'Sending file' });
    expect(column('question')).toHaveProperty('disabled', true);
    await page.user.click(button('Cancel'));
    expect(button('Upload')).toHaveProperty('disabled', false);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('says that the server cannot be reached', async () => {
    const page = await openPage(refuse(SessionQuery, 'Sign in again.', 'UNAUTHORIZED'), {
      name: UPLOAD,
      reply: () => 'unreachable',
    });
    await choose(page, CSV);
    await page.user.click(button('Upload'));
    screen.getByText(/^Nothing was stored. The server cannot be reached\./);
    expect(screen.queryByRole('button', { name: 'Add to that dataset' })).toBeNull();
  });
});
