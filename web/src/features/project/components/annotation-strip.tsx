import { Tooltip, UnstyledButton } from '@mantine/core';
import {
  formatCount,
  formatPlural,
  formatScore,
  formatShare,
} from '../../../lib/format/numbers.js';
import type { AnnotationSummaries, AnnotationSummary } from '../api/annotation-summaries.js';
import type { ProjectTab } from '../tabs.js';
import classes from './annotation-strip.module.css';

/** The colors of the bars; further labels share the last one. */
const COLORS = 5;

interface AnnotationStripProps {
  summaries: AnnotationSummaries | undefined;
  tab: ProjectTab;
}

/** The annotations of the listed things in the time range, by name. Nothing if there are none. */
export function AnnotationStrip({ summaries, tab }: AnnotationStripProps) {
  const groups = summaries ? listGroups(summaries, tab) : [];
  if (groups.every(({ items }) => items.length === 0)) return null;
  return (
    <ul className={classes.strip} aria-label="Annotation summaries">
      {groups.flatMap(({ noun, items }) =>
        items.map((summary) => (
          <li key={`${noun} ${summary.name}`}>
            <Summary noun={noun} summary={summary} />
          </li>
        )),
      )}
    </ul>
  );
}

function listGroups(summaries: AnnotationSummaries, tab: ProjectTab) {
  const { spanAnnotationSummaries, traceAnnotationSummaries, sessionAnnotationSummaries } =
    summaries;
  const ofSpans = { noun: 'span', items: spanAnnotationSummaries ?? [] };
  if (tab === 'spans') return [ofSpans];
  if (tab === 'sessions') return [{ noun: 'session', items: sessionAnnotationSummaries ?? [] }];
  return [{ noun: 'trace', items: traceAnnotationSummaries ?? [] }, ofSpans];
}

/** One name: its mean score, its labels as a bar, and its count. The tooltip lists all shares. */
function Summary({ noun, summary }: { noun: string; summary: AnnotationSummary }) {
  const { name, count, meanScore, labelFractions } = summary;
  const [most] = labelFractions;
  return (
    <Tooltip
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <>
          <b dir="auto">{name}</b>: {formatPlural(count, 'annotation')} of {noun}s
          {meanScore === null ? null : (
            <>
              <br />
              mean score {formatScore(meanScore)}
            </>
          )}
          {labelFractions.map(({ label, fraction }) => (
            <span key={label} className={classes.share} dir="auto">
              {label} {formatShare(fraction)}
            </span>
          ))}
        </>
      }
    >
      <UnstyledButton className={classes.summary}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {meanScore === null ? null : <b className="numeric">{formatScore(meanScore)}</b>}
        {most ? (
          <>
            <span className={classes.bar} aria-hidden>
              {labelFractions.map(({ label, fraction }, index) => (
                <span
                  key={label}
                  style={{
                    width: `${fraction * 100}%`,
                    backgroundColor: `var(--series-${Math.min(index, COLORS)})`,
                  }}
                />
              ))}
            </span>
            <span className={classes.label} dir="auto">
              {most.label} {formatShare(most.fraction)}
            </span>
          </>
        ) : null}
        <small>
          {noun} · {formatCount(count)}
        </small>
      </UnstyledButton>
    </Tooltip>
  );
}
