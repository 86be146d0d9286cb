/**
 * Metrics of a ranked list of documents, from judgments of their relevance. The relevance of a
 * document is the mean of its scores. Documents without a score count as irrelevant (0), and so do
 * negative scores.
 *
 * - nDCG: discounted cumulative gain, the sum of `relevance / log2(rank + 1)`, divided by that of
 *   the best possible order of the same documents. 0 if no document is relevant. See Järvelin and
 *   Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM Transactions on Information
 *   Systems 20(4), 2002; the discount of log2(rank + 1) is the usual one.
 * - Precision: the share of relevant documents among the first k, as in trec_eval: a list shorter
 *   than k is not forgiven.
 * - Reciprocal rank: 1 / rank of the first relevant document; 0 without one.
 * - Hit: 1 if any document is relevant, or else 0.
 *
 * A document is relevant if its relevance is above 0. Ranks are positions plus 1. Without k, the
 * whole list counts, which ends with the last document that anybody judged.
 */
export class RetrievalMetrics {
  private constructor(private readonly judged: readonly JudgedDocument[]) {}

  /** @returns null if no document has a score. */
  static of(
    annotations: readonly { documentPosition: number | null; score: number | null }[],
  ): RetrievalMetrics | null {
    const byPosition = Map.groupBy(annotations, (row) => row.documentPosition ?? 0);
    const scored = annotations.some(({ score }) => score !== null);
    if (!scored) return null;
    const judged = [...byPosition].map(([position, rows]) => ({
      rank: position + 1,
      relevance: toRelevance(rows.flatMap(({ score }) => (score === null ? [] : score))),
    }));
    return new RetrievalMetrics(judged);
  }

  ndcg(k: number | null): number {
    const limit = k ?? Infinity;
    const gain = (documents: readonly JudgedDocument[]) =>
      documents.reduce(
        (sum, { rank, relevance }) => sum + (rank <= limit ? relevance / Math.log2(rank + 1) : 0),
        0,
      );
    const best = this.judged
      .toSorted((a, b) => b.relevance - a.relevance)
      .map(({ relevance }, at) => ({ relevance, rank: at + 1 }));
    const ideal = gain(best);
    return ideal === 0 ? 0 : gain(this.judged) / ideal;
  }

  precision(k: number | null): number {
    const length = k ?? Math.max(...this.judged.map(({ rank }) => rank));
    return this.relevantRanks.filter((rank) => rank <= length).length / length;
  }

  get reciprocalRank(): number {
    return this.hit === 0 ? 0 : 1 / Math.min(...this.relevantRanks);
  }

  get hit(): number {
    return this.relevantRanks.length > 0 ? 1 : 0;
  }

  private get relevantRanks(): number[] {
    return this.judged.filter(({ relevance }) => relevance > 0).map(({ rank }) => rank);
  }
}

interface JudgedDocument {
  rank: number;
  relevance: number;
}

/** The limits keep sums and quotients within what a double can hold, as in `relevanceSql`. */
const MAX_SCORE = 1e100;
const MIN_RELEVANCE = 1e-100;

function toRelevance(scores: readonly number[]): number {
  const bounded = scores.map((score) => Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score)));
  const mean = bounded.reduce((sum, score) => sum + score, 0) / scores.length;
  return mean > MIN_RELEVANCE ? mean : 0;
}

/** SQL for the relevance of a document, aggregated over its scores. */
export function relevanceSql(score: string): string {
  const bounded = `greatest(least(${score}, ${MAX_SCORE}), -${MAX_SCORE})`;
  const mean = `avg(${bounded}) FILTER (WHERE ${score} IS NOT NULL)`;
  return `CASE WHEN ${mean} > ${MIN_RELEVANCE} THEN ${mean} ELSE 0 END`;
}
