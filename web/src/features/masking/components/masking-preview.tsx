import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { type MaskedSpan, MaskingPreviewQuery, type MaskRules } from '../api/masking.js';
import classes from './project-masking.module.css';

interface MaskingPreviewProps {
  projectId: string;
  rules: MaskRules;
}

/** The changes that rules would make in the newest spans of a project. */
export function MaskingPreview({ projectId, rules }: MaskingPreviewProps) {
  const { data, error } = useGraphqlQuery(MaskingPreviewQuery, { id: projectId, rules });
  if (error) return <FormAlert text={describeError(error).detail} />;
  if (!data || data.node.__typename !== 'Project') return <Skeleton height={80} />;
  const spans = data.node.maskingPreview;
  return (
    <section aria-label="Preview">
      <p role="status" className={classes.words}>
        {spans.length === 0
          ? 'These rules would have changed none of the newest 50 spans.'
          : `These rules would have changed ${formatPlural(spans.length, 'span')} of the newest 50:`}
      </p>
      {spans.map((masked) => (
        <PreviewedSpan key={masked.span.id} projectId={projectId} masked={masked} />
      ))}
    </section>
  );
}

function PreviewedSpan({ projectId, masked }: { projectId: string; masked: MaskedSpan }) {
  const { span, parts, partCount } = masked;
  return (
    <div className={classes.span}>
      <div className={classes.line}>
        <SpanKindIcon kind={span.spanKind} size={14} light />
        <Link
          to="/projects/$projectId/traces/$traceId"
          params={{ projectId, traceId: span.context.traceId }}
          search={{ selectedSpanNodeId: span.id }}
          className={classes.name}
          dir="auto"
        >
          {span.name || '(no name)'}
        </Link>
      </div>
      <dl className={classes.parts}>
        {parts.map(({ path, before, after }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <del>{before}</del>
              <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {partCount > parts.length ? (
        <p className={classes.words}>and {formatPlural(partCount - parts.length, 'more place')}</p>
      ) : null}
    </div>
  );
}
