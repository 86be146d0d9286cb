import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A cell with a text. */
export const text = (address: string, value: string): string =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

/** The rows of a sheet with texts only. */
export const textRows = (...rows: string[][]): string =>
  rows
    .map((cells, at) => {
      const written = cells.map((cell, place) => text(`${'ABCDEFGH'[place]}${at + 1}`, cell));
      return `<row r="${at + 1}">${written.join('')}</row>`;
    })
    .join('');

/** An XLSX workbook with the rows of its sheets as XML. Its cells can have the styles 1, a date, and 2, a time. */
export function aWorkbook(
  sheets: Record<string, string>,
  more: Record<string, Uint8Array> = {},
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`);
  const links = names.map(
    (_, at) =>
      `<Relationship Id="r${at}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  const styles = `<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${links.join('')}${styles}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  };
  for (const [at, name] of names.entries()) {
    parts[`xl/worksheets/sheet${at}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]}</sheetData></worksheet>`;
  }
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)] as const);
  return zipSync({ ...Object.fromEntries(files), ...more });
}
