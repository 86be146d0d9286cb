import { screen, within } from '@testing-library/react/pure';
import { SessionQuery } from '../../../lib/browser/download.js';
import { answer, type Answer, answerRest } from '../../../testing/answers.js';
import { button, choice, field, option } from '../../../testing/elements.js';
import { aWorkbook, textRows } from '../../../testing/factories/workbooks.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';
import { readWorkbook } from '../upload/workbook/read-workbook.js';

const UPLOAD = 'POST v1/datasets/upload?sync=true';
const STORED = {
  data: {
    dataset_id: 'dataset-1',
    num_created_examples: 1,
    num_updated_examples: 0,
    num_deleted_examples: 0,
  },
};

const open = (...answers: Answer[]) =>
  renderPage('/datasets/upload', [answer(SessionQuery, { viewer: { id: 'user-1' } }), ...answers]);

describe('a workbook', () => {
  /** Reads workbooks as the worker does, which jsdom cannot start. */
  class WorkbookWorker extends EventTarget {
    postMessage(file: File): void {
      void file
        .arrayBuffer()
        .then((buffer) => readWorkbook(new Uint8Array(buffer)))
        .then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate(): void {
      this.postMessage = () => undefined;
    }
  }
  beforeEach(() => {
    globalThis.Worker = WorkbookWorker as unknown as typeof Worker;
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
  const upload = async ({ user }: TestPage, bytes: Uint8Array<ArrayBuffer>) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await user.upload(input, new File([bytes], 'cases.xlsx'));
  };

  it('is sent as the sheet that somebody chooses, as CSV', async () => {
    const page = await open(answerRest(UPLOAD, STORED));
    await upload(
      page,
      aWorkbook({
        First: textRows(['question'], ['a']),
        Second: textRows(['question', 'answer'], ['b, c', 'd']),
      }),
    );
    await screen.findByText('cases.xlsx');
    expect(choice('Sheet').value).toBe('First');
    expect(screen.queryByRole('button', { name: /^Column ?answer/ })).toBeNull();
    await page.user.click(choice('Sheet'));
    await page.user.click(option('Second'));
    within(screen.getByRole('region', { name: 'Output' })).getByRole('button', {
      name: /^Column ?answer/,
    });
    expect(field('Name')).toHaveProperty('value', 'cases');
    await page.user.click(button('Upload'));
    await screen.findByText('1 example created.');
    const sent = (page.calls(UPLOAD).at(-1) as FormData).get('file') as File;
    expect(sent).toMatchObject({ name: 'cases.csv', type: 'text/csv' });
    expect(await sent.text()).toBe('question,answer\n"b, c",d');
  });

  it('shows why it cannot be read', async () => {
    const page = await open();
    await upload(page, new TextEncoder().encode('no workbook'));
    await screen.findByText(/^The file is not an XLSX workbook, is damaged/);
    await upload(page, aWorkbook({ One: textRows(['q'], ['x', 'more']) }));
    await screen.findByText(/^Column B has values, but row 1 gives it no name\./);
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
  });
});
