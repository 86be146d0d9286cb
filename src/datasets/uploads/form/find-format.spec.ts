import { readArrow } from '../files/read-arrow.js';
import { readCsv } from '../files/read-csv.js';
import { readJsonl } from '../files/read-jsonl.js';
import { findFormat } from './find-format.js';
import type { SentFile } from './read-form.js';

const rowsOf = (contentType: string, name = 'rows') =>
  findFormat({ contentType, name, contentEncoding: '' } as SentFile).rows;

describe('the format of a file', () => {
  it.each([
    'text/csv',
    'text/csv;charset=utf-8',
    'text/csv ; header=absent; charset="utf8"',
    'application/csv',
    'application/vnd.ms-excel',
    'text/tab-separated-values',
  ])('is CSV with the type %s', (type) => {
    expect(rowsOf(type)).toBe(readCsv);
  });

  it.each(['application/jsonl', 'application/x-ndjson; charset=utf-8', 'application/x-jsonlines'])(
    'is JSON lines with the type %s',
    (type) => {
      expect(rowsOf(type, 'rows.csv')).toBe(readJsonl);
    },
  );

  it('is Arrow with its type', () => {
    expect(rowsOf('application/x-pandas-pyarrow')).toBe(readArrow);
  });

  it.each([
    ['', 'rows.csv', readCsv],
    ['', 'Rows.CSV', readCsv],
    ['', 'rows.tsv.gz', readCsv],
    ['', 'rows.jsonl', readJsonl],
    ['', 'a.csv.ndjson', readJsonl],
  ])('is found by the type "%s" as by the name %s', (type, name, rows) => {
    expect(rowsOf(type, name)).toBe(rows);
  });

  it.each([
    ['', 'rows'],
    ['', 'rows.xlsx'],
    ['', 'rows.constructor'],
    ['application/octet-stream', 'rows.csv'],
    ['constructor', 'rows.csv'],
    ['text/plain', 'rows.csv'],
    ['application/json', 'rows.jsonl'],
  ])('is unknown with the type "%s" and the name %s', (type, name) => {
    expect(() => rowsOf(type, name)).toThrow('Invalid content type of the file');
  });

  it.each(['text/csv; charset=utf-16', 'application/jsonl; charset=latin1', 'text/csv; charset='])(
    'must be UTF-8, unlike %s',
    (type) => {
      expect(() => rowsOf(type)).toThrow('The file must be UTF-8');
    },
  );
});
