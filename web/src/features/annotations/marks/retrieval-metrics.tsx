import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatScore } from '../../../lib/format/numbers.js';
import { DocumentJudgmentsQuery } from '../judge/judgments.js';
import classes from './marks.module.css';

/** How well a span ranked its documents, according to their annotations; nothing without scores. */
export function RetrievalMetrics({ spanId }: { spanId: string }) {
  const { data } = useGraphqlQuery(DocumentJudgmentsQuery, { id: spanId });
  const metrics = data?.node.__typename === 'Span' ? data.node.metrics : [];
  return metrics.map(({ evaluationName, ndcg, precision, reciprocalRank, hit }) => {
    if (ndcg === null || precision === null || reciprocalRank === null) return null;
    const figures = [
      {
        name: 'nDCG',
        value: formatScore(ndcg),
        meaning: '1 if the best documents come first, and lower the further down they are',
      },
      {
        name: 'Precision',
        value: formatScore(precision),
        meaning: `${Math.round(precision * 100)}% of the documents up to the last annotated one are relevant`,
      },
      {
        name: 'Reciprocal rank',
        value: formatScore(reciprocalRank),
        meaning:
          reciprocalRank > 0
            ? `1 ÷ ${Math.round(1 / reciprocalRank)}, the rank of the first relevant document`
            : '0, because no document is relevant',
      },
      {
        name: 'Hit',
        value: hit ? 'Yes' : 'No',
        meaning: hit ? 'At least one document is relevant' : 'No document is relevant',
      },
    ];
    return (
      <section key={evaluationName} className={classes.metrics} aria-label="Retrieval quality">
        <h5>
          Retrieval quality <span>by {evaluationName}</span>
        </h5>
        <dl className={classes.figures}>
          {figures.map(({ name, value, meaning }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <b className="numeric">{value}</b>
                <small>{meaning}</small>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
