import { Button, Textarea } from '@mantine/core';
import { CornerLeftUp, History, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatPlural } from '../../../lib/format/numbers.js';
import type { SpanToTry } from '../api/span-to-try.js';
import type { AnsweredCall } from '../run/run.js';
import {
  findRecordedResult,
  readToolResult,
  type RecordedResult,
} from '../span/recorded-result.js';
import classes from './call-results.module.css';
import { graphql } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

const RecordedResultsQuery = graphql(`
  query RecordedResults($projectId: ID!, $traceId: ID!) {
    node(id: $projectId) {
      __typename
      ... on Project {
        id
        trace(traceId: $traceId) {
          id
          spans(first: 100, filterCondition: "span_kind == 'TOOL' and status_code != 'ERROR'") {
            edges {
              node {
                id
                name
                attributes
              }
            }
          }
        }
      }
    }
  }
`);

/** Returns what the tools returned in the trace of a span; empty until it is known. */
function useRecordedResults(span: SpanToTry | undefined): readonly RecordedResult[] {
  const { data } = useGraphqlQuery(
    RecordedResultsQuery,
    { projectId: span?.project.id ?? '', traceId: span?.context.traceId ?? '' },
    { enabled: span !== undefined, staleTime: Infinity },
  );
  const trace = data?.node.__typename === 'Project' ? data.node.trace : undefined;
  return useMemo(
    () =>
      (trace ? listNodes(trace.spans) : []).flatMap(
        ({ name, attributes }) => readToolResult(name, attributes) ?? [],
      ),
    [trace],
  );
}

interface CallResultsProps {
  calls: readonly AnsweredCall[];
  /** The span that is tried again, whose trace may contain results. */
  source: SpanToTry | undefined;
  onKeep: () => void;
  /** One result for each call. */
  onResults: (results: readonly string[]) => void;
}

/** Lets the user answer the tool calls of a model, by hand or with what the tools once returned. */
export function CallResults({ calls, source, onKeep, onResults }: CallResultsProps) {
  const recorded = useRecordedResults(source);
  const [typed, setTyped] = useState<readonly string[]>([]);
  const results = calls.map((_, place) => typed[place] ?? '');
  const isComplete = results.every((result) => result.trim() !== '');
  return (
    <div className={classes.results}>
      {calls.map((call, place) => {
        const setResult = (text: string) => setTyped(results.with(place, text));
        const stored = findRecordedResult(recorded, call);
        return (
          <div key={call.id}>
            <Textarea
              label={`Result of ${call.name}`}
              description={place === 0 ? 'Text or JSON, in place of the tool.' : undefined}
              autosize
              minRows={1}
              maxRows={8}
              dir="auto"
              value={results[place]}
              onChange={({ currentTarget }) => setResult(currentTarget.value)}
            />
            {stored && stored.text !== results[place] ? (
              <Button
                variant="subtle"
                size="compact-xs"
                leftSection={<History size={12} aria-hidden />}
                onClick={() => setResult(stored.text)}
              >
                {stored.hasSameArguments
                  ? 'Use the recorded result'
                  : 'Use the recorded result of other arguments'}
              </Button>
            ) : null}
          </div>
        );
      })}
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          leftSection={<Play size={13} aria-hidden />}
          disabled={!isComplete}
          onClick={() => onResults(results)}
        >
          Add {formatPlural(calls.length, 'result')} and run
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<CornerLeftUp size={14} aria-hidden />}
          onClick={onKeep}
        >
          Add to messages
        </Button>
      </div>
    </div>
  );
}
