import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { useAnnotationSlots } from '../annotation-slots.js';
import { toText } from '../../../lib/openinference/attribute-path.js';
import { isObject, isStructure } from '../../../lib/json/exact-json.js';
import type { RerankedDocument } from '../attributes/read-documents.js';
import { JsonView } from '../../../components/text/json-view.js';
import { TextValue } from '../../../components/text/text-value.js';
import { Card } from './card.js';
import { Fact, Facts } from './facts.js';
import classes from './document-card.module.css';

interface DocumentCardProps {
  document: RerankedDocument;
  /** From 0. */
  place: number;
  /** Shows how far a reranker moved the document. */
  withMove?: boolean;
  /** Global ID of the span, if the document can be annotated. */
  spanId?: string | undefined;
}

/** A retrieved document: rank, score, text and metadata. */
export function DocumentCard(props: DocumentCardProps) {
  const { document, place, withMove = false, spanId } = props;
  const { renderMarks, renderJudgments } = useAnnotationSlots();
  const { id, content, score, metadata, before } = document;
  return (
    <Card
      title={
        <>
          <span className={`${classes.place} numeric`}>{place + 1}</span>
          {score === undefined ? null : (
            <span className={`${classes.score} numeric`} title={`Score ${score}`}>
              {formatScore(score)}
            </span>
          )}
          {withMove ? <Move before={before} place={place} /> : null}
          {id ? (
            <span className={classes.id} title={id}>
              {id}
            </span>
          ) : null}
        </>
      }
      actions={
        <>
          {spanId === undefined ? null : renderMarks(spanId, place)}
          <CopyButton value={content ?? ''} label="document" />
        </>
      }
    >
      {content ? (
        <TextValue text={content} />
      ) : (
        <span className={classes.nothing}>No content recorded</span>
      )}
      <Metadata metadata={metadata} />
      {spanId === undefined ? null : renderJudgments(spanId, place)}
    </Card>
  );
}

function Move({ before, place }: { before: number | undefined; place: number }) {
  if (before === undefined) return <span>new</span>;
  const Icon = before > place ? ArrowUp : before < place ? ArrowDown : Equal;
  return (
    <span className={classes.move}>
      <Icon size={12} aria-hidden />
      {before === place ? 'unmoved' : `was ${before + 1}`}
    </span>
  );
}

function Metadata({ metadata }: { metadata: RerankedDocument['metadata'] }) {
  if (metadata === undefined || metadata === null) return null;
  const simple = isObject(metadata) && !Object.values(metadata).some((value) => isStructure(value));
  return (
    <div className={classes.metadata}>
      {simple ? (
        <Facts>
          {Object.entries(metadata).map(([key, value]) => (
            <Fact key={key} name={key}>
              {toText(value) ?? '–'}
            </Fact>
          ))}
        </Facts>
      ) : (
        <JsonView value={metadata} maxLines={12} />
      )}
    </div>
  );
}

/** Three significant digits are enough to tell documents apart. */
function formatScore(score: number): string {
  return Math.abs(score) >= 1000 ? score.toFixed(0) : String(Number(score.toPrecision(3)));
}
