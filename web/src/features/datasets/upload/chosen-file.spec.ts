import { readChosenFile, readSheet } from './chosen-file.js';

describe('a chosen file', () => {
  it('is sent as it is if it is no workbook', async () => {
    const file = new File(['question\nWhy?'], 'asked.csv');
    const chosen = await readChosenFile(file);
    expect(chosen).toMatchObject({ sheets: [], sheet: null, problem: undefined });
    expect(chosen.content).toBe(file);
    expect(chosen.preview?.columns).toEqual(['question']);
  });

  it('says why it cannot be read', async () => {
    const { preview, problem } = await readChosenFile(new File([], 'empty.csv'));
    expect(preview).toBeUndefined();
    expect(problem).toBe('The file is empty.');
  });

  it('is sent as CSV if it is a sheet of a workbook', async () => {
    const file = new File(['x'], 'book.xlsx');
    const sheets = [{ name: 'First', text: { csv: 'a,b\n1,2' } }];
    const chosen = await readSheet({ file, sheets }, sheets[0]!);
    expect(chosen).toMatchObject({ file, sheets, sheet: 'First' });
    expect(chosen.content.name).toBe('book.csv');
    expect(chosen.preview?.columns).toEqual(['a', 'b']);
  });

  it('keeps its other sheets if one of them cannot be read', async () => {
    const file = new File(['x'], 'book.xlsx');
    const sheet = { name: 'Wide', text: { problem: 'It is too wide.' } };
    const chosen = await readSheet({ file, sheets: [sheet] }, sheet);
    expect(chosen).toMatchObject({ sheets: [sheet], problem: 'It is too wide.' });
  });
});
