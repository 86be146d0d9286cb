import {
  readStructureAt,
  readTextAt,
  readAt,
  toText,
} from '../../../lib/openinference/attribute-path.js';
import type { Json } from '../../../lib/json/exact-json.js';
import { omitPaths } from '../attributes/flatten.js';
import type { DetailedSpan } from '../api/span-query.js';
import { ExceptionCard } from './exception-card.js';
import { readException } from './exception.js';
import { Fact, Facts } from './facts.js';
import { commonlyShown, getKindRenderer } from './kind-renderers.js';
import { JsonSection } from './value-card.js';
import classes from './info-tab.module.css';

/** The span in readable form: its failure, the details of its kind, then everything else. */
export function InfoTab({ span, attributes }: { span: DetailedSpan; attributes: Json }) {
  const { Info, shown } = getKindRenderer(span.spanKind);
  const exceptions = span.events.flatMap((event) => readException(event) ?? []);
  if (exceptions.length === 0 && isBare(attributes)) {
    if (span.textRemovedAt !== null) return null;
    return <p className={classes.nothing}>This span recorded no input, output or attributes.</p>;
  }
  return (
    <div className={classes.info}>
      {exceptions.map((exception, place) => (
        <ExceptionCard
          key={place}
          exception={exception}
          withoutMessage={span.statusMessage.includes(exception.message ?? '')}
        />
      ))}
      <Info span={span} attributes={attributes} />
      <JsonSection title="Metadata" value={readStructureAt(attributes, 'metadata')} />
      <About attributes={attributes} span={span} />
      <JsonSection
        title="Other attributes"
        value={omitPaths(attributes, [...commonlyShown, ...shown])}
        folded
      />
    </div>
  );
}

function isBare(attributes: Json): boolean {
  return omitPaths(attributes, ['openinference.span.kind']) === undefined;
}

function About({ attributes, span }: { attributes: Json; span: DetailedSpan }) {
  const tags = readAt(attributes, 'tag.tags');
  const tagText = Array.isArray(tags) ? tags.map((tag) => toText(tag) ?? '') : [toText(tags)];
  return (
    <Facts>
      <Fact name="Session">{readTextAt(attributes, 'session.id')}</Fact>
      <Fact name="User">{span.userId ?? readTextAt(attributes, 'user.id')}</Fact>
      <Fact name="Tags">{tagText.filter(Boolean).join(', ')}</Fact>
    </Facts>
  );
}
