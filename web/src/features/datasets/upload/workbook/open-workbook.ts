import type { WorkbookReading } from './read-workbook.js';
import { TOO_LARGE } from './workbook-problems.js';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** If a workbook takes longer, CSV is the better choice. */
const MAX_MS = 120_000;

/** Whether a file is a workbook by its name or type. Old ones (.xls) are refused with a reason. */
export function isWorkbook({ name, type }: File): boolean {
  return /\.(xlsx|xlsm|xls)$/i.test(name) || type === XLSX_TYPE;
}

/** Reads the sheets of a workbook in a worker, which is ended if that takes too long or fails. */
export async function openWorkbook(file: File): Promise<WorkbookReading> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<WorkbookReading>((resolve) => {
      const refuse = () => resolve({ problem: TOO_LARGE });
      timer = setTimeout(refuse, MAX_MS);
      worker.addEventListener('error', refuse);
      worker.addEventListener('message', ({ data }: MessageEvent<WorkbookReading>) =>
        resolve(data),
      );
      worker.postMessage(file, []);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
