import { readWorkbookFile } from './read-workbook.js';

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void readWorkbookFile(data).then((reading) => postMessage(reading));
});
