import { Anchor, CloseButton, Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { SPAN_KIND_LABEL, SPAN_KINDS } from '../../../components/spans/span-kinds.js';
import { formatCount, formatExact, formatPlural } from '../../../lib/format/numbers.js';
import { hasPart } from '../../../lib/filter-language/condition-parts.js';
import { readTimeRange } from '../../../lib/time/time-range.js';
import { formatMinute } from '../../../lib/time/time.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { type Facets, type FacetValue, useFacets } from '../api/facets.js';
import { useProject } from '../components/project-context.js';
import { type FigureConditions, toFigureConditions } from '../query-bar/figure-conditions.js';
import type { ProjectTab } from '../tabs.js';
import { type ControlledFacet, isChosen, toggleFacet } from './facet-choice.js';
import classes from './facet-panel.module.css';

const STATUS_LABEL: Record<string, string> = { OK: 'OK', ERROR: 'Error', UNSET: 'Not set' };
const NOUN = { traces: 'trace', spans: 'span', sessions: 'session' } as const;

interface FacetPanelProps {
  tab: ProjectTab;
  onClose: () => void;
}

/** The values of the rows of a list with their counts. A click on one filters the list by it. */
export function FacetPanel({ tab, onClose }: FacetPanelProps) {
  const { id, version } = useProject();
  const search = useSearch({ strict: false });
  const range = useTimeRange(readTimeRange(search));
  const text = JSON.stringify(toFigureConditions(tab, search));
  const conditions = useMemo(() => JSON.parse(text) as FigureConditions, [text]);
  const { facets, error, reload } = useFacets(id, range, conditions, version);
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>Facets</h2>
        <CloseButton size="sm" aria-label="Hide facets" onClick={onClose} />
      </div>
      {error ? (
        <p className={classes.note}>
          The counts could not be loaded.{' '}
          <Anchor component="button" type="button" inherit onClick={reload}>
            Try again
          </Anchor>
        </p>
      ) : facets === undefined ? (
        <Loading />
      ) : facets === null ? (
        <p className={classes.note}>
          This condition takes too long to count. Choose a shorter range or a simpler condition.
        </p>
      ) : (
        <FacetGroups tab={tab} facets={facets} />
      )}
    </div>
  );
}

function FacetGroups({ tab, facets }: { tab: ProjectTab; facets: NonNullable<Facets> }) {
  const { rowCount, startTime, metadata } = facets;
  if (rowCount === 0) {
    return <p className={classes.note}>Nothing to count: no {tab} match.</p>;
  }
  return (
    <>
      <Group title="Status" tab={tab} facet="status" values={facets.statuses} draw={drawStatus} />
      <Group title="Kind" tab={tab} facet="kind" values={facets.kinds} draw={drawKind} />
      <Group title="Model" tab={tab} values={facets.models} />
      <Group title="User" tab={tab} values={facets.users} />
      <Group title="Tag" tab={tab} values={facets.tags} />
      {metadata.length > 0 ? <h3 className={classes.heading}>Metadata</h3> : null}
      {metadata.map(({ key, values }) => (
        <MetadataGroup key={key} tab={tab} name={key} values={values} />
      ))}
      {startTime ? (
        <p className={classes.note}>
          Counts cover the newest {formatPlural(rowCount, NOUN[tab])}, since{' '}
          {formatMinute(startTime)}. Older ones are not counted.
        </p>
      ) : null}
    </>
  );
}

interface ValuesProps {
  tab: ProjectTab;
  values: readonly FacetValue[];
  /** Present if some lists have a control for it. */
  facet?: ControlledFacet;
  draw?: (value: string) => ReactNode;
}

function Group({ title, ...values }: ValuesProps & { title: string }) {
  if (values.values.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <Values {...values} />
    </section>
  );
}

/** The values of a key, which is folded until it is chosen or one of its values filters the list. */
function MetadataGroup({ name, tab, values }: ValuesProps & { name: string }) {
  const { filter = '' } = useSearch({ strict: false });
  const isUsed = values.some(({ condition }) => hasPart(filter, condition));
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? isUsed;
  return (
    <section aria-label={name}>
      <button
        type="button"
        className={classes.key}
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
      >
        <ChevronRight size={13} aria-hidden />
        <bdi className={classes.value} title={name}>
          {name}
        </bdi>
        <Count of={values.reduce((sum, { count }) => sum + count, 0)} />
      </button>
      {isOpen ? <Values tab={tab} values={values} /> : null}
    </section>
  );
}

function Values({ tab, values, facet, draw }: ValuesProps) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <ul className={classes.values}>
      {values.map((counted) => {
        const { value, count, condition } = counted;
        const isPressed = isChosen(tab, search, facet, counted);
        const toggle = () =>
          void navigate({
            to: '.',
            search: (now) => ({ ...now, ...toggleFacet(tab, now, facet, counted) }),
          });
        return (
          <li key={condition}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={isPressed}
              title={condition}
              onClick={toggle}
            >
              <span className={classes.value}>{draw ? draw(value) : <bdi>{value}</bdi>}</span>
              {isPressed ? <Check size={13} aria-hidden /> : null}
              <Count of={count} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Count({ of }: { of: number }) {
  return (
    <span className={classes.count} title={formatExact(of)}>
      {formatCount(of)}
    </span>
  );
}

function Loading() {
  return (
    <div className={classes.loading} aria-busy>
      {[70, 90, 60, 80, 75, 55].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </div>
  );
}

function drawStatus(status: string): ReactNode {
  return (
    <span data-status={status} className={classes.status}>
      {STATUS_LABEL[status] ?? status}
    </span>
  );
}

function drawKind(value: string): ReactNode {
  const kind = SPAN_KINDS.find((known) => known === value.toLowerCase());
  if (!kind) return value;
  return (
    <span className={classes.kind}>
      <span aria-hidden>
        <SpanKindIcon kind={kind} size={12} light />
      </span>
      {SPAN_KIND_LABEL[kind]}
    </span>
  );
}
