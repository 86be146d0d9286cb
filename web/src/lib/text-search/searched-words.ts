import { decodeEscapes } from '../json/escaped-text.js';

/** A part of a text, in UTF-16 code units; the end is exclusive. */
export type TextPlace = readonly [start: number, end: number];

const PARTS = /"([^"]+)"?|([^\s"]+)/g;
const MARKS = /\p{M}+/gu;

/**
 * Reads a search as the server does: words, parts of words and phrases in double quotes. Returns
 * them folded, without repetitions.
 */
export function readSearchedWords(search: string | undefined): string[] {
  const written = [...(search ?? '').matchAll(PARTS)].map(([, phrase, word]) => phrase ?? word!);
  return [...new Set(written.map(fold).filter((word) => word.trim() !== ''))];
}

/** Whether a text, as it is shown, contains any of the given words, which are folded. */
export function hasWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const folded = fold(decodeEscapes(text));
  return words.some((word) => folded.includes(word));
}

/** Returns where the given words are in a text, in order. The words are folded. */
export function findWords(text: string, words: readonly string[]): TextPlace[] {
  if (words.length === 0) return [];
  const folded = fold(text);
  const places = joinOverlapping(words.flatMap((word) => listPlaces(folded, word)));
  if (places.length === 0 || (folded.length === text.length && text.normalize('NFC') === text)) {
    return places;
  }
  const origins = listOrigins(text);
  return places.map(([start, end]) => [origins[start]!, origins[end] ?? text.length]);
}

/** Makes texts equal that differ only in case or accents, as the server does. */
function fold(text: string): string {
  const folded = text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folded.normalize('NFD').replace(MARKS, '');
}

function listPlaces(text: string, word: string): TextPlace[] {
  const places: TextPlace[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    places.push([at, at + word.length]);
  }
  return places;
}

/** Two words may share letters, such as “refund” and “refunds”. */
function joinOverlapping(places: readonly TextPlace[]): TextPlace[] {
  const joined: TextPlace[] = [];
  for (const [start, end] of places.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && start < last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    else joined.push([start, end]);
  }
  return joined;
}

/** Returns, for each place in the folded text, the one in the text that it comes from. */
function listOrigins(text: string): number[] {
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    for (let unit = fold(character).length; unit > 0; unit -= 1) origins.push(at);
    at += character.length;
  }
  return origins;
}
