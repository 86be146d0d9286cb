/** A line of a file; only the start of a long one. */
export interface FileLine {
  number: number;
  text: string;
}

const MAX_SHOWN_LENGTH = 300;
const AROUND = 1;
const LINE_FEED = 0x0a;

/** Returns a line with its neighbors; reads the file only up to there. */
export async function readLinesAround(file: Blob, number: number): Promise<FileLine[]> {
  const first = Math.max(1, number - AROUND);
  const last = number + AROUND;
  const kept = new Map<number, number[]>();
  const reader = file.stream().getReader();
  let line = 1;
  try {
    while (line <= last) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const byte of value) {
        if (byte === LINE_FEED) {
          line += 1;
          if (line > last) break;
        } else if (line >= first) {
          const bytes = kept.get(line) ?? [];
          if (bytes.length < MAX_SHOWN_LENGTH * 4) bytes.push(byte);
          kept.set(line, bytes);
        }
      }
    }
  } finally {
    await reader.cancel();
  }
  return [...kept].map(([at, bytes]) => ({ number: at, text: decodeLine(bytes) }));
}

function decodeLine(bytes: number[]): string {
  const text = new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\r$/, '');
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** Returns the line number in a server error. */
export function findLineNumber(refusal: string): number | undefined {
  const number = /\bline (\d+)\b/.exec(refusal)?.[1];
  return number === undefined ? undefined : Number(number);
}
