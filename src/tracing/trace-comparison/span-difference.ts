import type { ComparedSpanRow } from './compared-spans.queries.js';

/** The kinds of differences of two spans, besides their times, tokens and costs. */
export enum SpanDifference {
  NAME = 'NAME',
  KIND = 'KIND',
  STATUS = 'STATUS',
  INPUT = 'INPUT',
  OUTPUT = 'OUTPUT',
  MODEL = 'MODEL',
  TOOLS = 'TOOLS',
  PARAMETERS = 'PARAMETERS',
}

const COMPARED: Record<SpanDifference, readonly (keyof ComparedSpanRow)[]> = {
  [SpanDifference.NAME]: ['name'],
  [SpanDifference.KIND]: ['kind'],
  [SpanDifference.STATUS]: ['statusCode', 'statusMessage'],
  [SpanDifference.INPUT]: ['inputDigest'],
  [SpanDifference.OUTPUT]: ['outputDigest'],
  [SpanDifference.MODEL]: ['modelName', 'provider'],
  [SpanDifference.TOOLS]: ['toolsDigest'],
  [SpanDifference.PARAMETERS]: ['parametersDigest'],
};

/** Returns in what two spans differ; nothing if one is missing. */
export function findDifferences(
  base: ComparedSpanRow | null,
  other: ComparedSpanRow | null,
): SpanDifference[] {
  if (!base || !other) return [];
  return Object.values(SpanDifference).filter((difference) =>
    COMPARED[difference].some((column) => base[column] !== other[column]),
  );
}
