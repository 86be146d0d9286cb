import { SegmentedControl, Tabs } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import type { DetailedSpan as Span } from '../api/span-query.js';
import { useSpan } from '../api/use-span.js';
import { parseExactJson, type Json } from '../../../lib/json/exact-json.js';
import { readSearchedWords } from '../../../lib/text-search/searched-words.js';
import {
  SearchedWordsContext,
  useSearchedWords,
} from '../../../components/text/searched-words-context.js';
import { useTextMode } from '../../../components/text/text-mode.js';
import type { TreeSpan } from '../api/trace-query.js';
import { useAnnotationSlots } from '../annotation-slots.js';
import { FoundBar } from '../marks/found-bar.js';
import { AttributesTab } from './attributes-tab.js';
import { EventsTab } from './events-tab.js';
import { readException } from './exception.js';
import { FoldAllButton, FoldingProvider } from './folding.js';
import { InfoTab } from './info-tab.js';
import { LogsTab } from './logs-tab.js';
import { RawTab } from './raw-tab.js';
import { RemovedText } from './removed-text.js';
import { SpanHeader } from './span-header.js';
import { SpanSkeleton } from './span-skeleton.js';
import { SPAN_TABS, type SpanTab } from '../search.js';
import classes from './span-detail.module.css';

interface SpanDetailProps {
  /** Global ID. */
  id: string;
  /** Global ID of its trace. */
  traceId: string;
  /** The fields that the tree has loaded, shown while the rest loads. */
  known: TreeSpan | undefined;
  tab: SpanTab;
  onTab: (tab: SpanTab) => void;
  spanActions: (span: { id: string; spanKind: string }) => ReactNode;
  /** The search that led here, whose words are marked. */
  search?: string | undefined;
}

/** One span in full, loaded when it is shown. */
export function SpanDetail({ id, known, search, ...rest }: SpanDetailProps) {
  const { span, missing, error, retry } = useSpan(id);
  const words = useMemo(() => readSearchedWords(search), [search]);
  if (missing || (error && isNotFound(error))) {
    return (
      <EmptyState icon={SearchX} title="Span not found">
        It may have been deleted, or the link is incomplete. Select another span of this trace.
      </EmptyState>
    );
  }
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!span) return <SpanSkeleton known={known} />;
  return (
    <Suspense fallback={<SpanSkeleton known={known} />}>
      <SearchedWordsContext value={words}>
        <FoldingProvider key={`${span.id} ${search}`}>
          <LoadedSpan span={span} {...rest} />
        </FoldingProvider>
      </SearchedWordsContext>
    </Suspense>
  );
}

function LoadedSpan(props: { span: Span } & Omit<SpanDetailProps, 'id' | 'known' | 'search'>) {
  const { span, traceId, tab, onTab, spanActions } = props;
  const { renderChips, renderTables } = useAnnotationSlots();
  const isSearch = useSearchedWords().length > 0;
  const [root, setRoot] = useState<Element | null>(null);
  const attributes = useMemo(() => readAttributes(span.attributes), [span.attributes]);
  const threw = span.events.some((event) => readException(event) !== undefined);
  return (
    <div ref={setRoot}>
      <SpanHeader
        span={span}
        attributes={attributes}
        actions={spanActions(span)}
        annotations={renderChips('span', span.id, () => onTab('annotations'))}
      />
      <Tabs
        className={classes.tabs}
        keepMounted={false}
        value={tab}
        onChange={(chosen) => onTab(SPAN_TABS.find((known) => known === chosen) ?? 'info')}
      >
        <div className={classes.top}>
          <div className={classes.bar}>
            <Tabs.List className={classes.list}>
              <Tabs.Tab value="info">Info</Tabs.Tab>
              <Tabs.Tab value="attributes">Attributes</Tabs.Tab>
              <Tabs.Tab value="events">
                Events
                {span.events.length > 0 ? (
                  <span className={`${classes.count} numeric`} data-threw={threw || undefined}>
                    {span.events.length}
                  </span>
                ) : null}
              </Tabs.Tab>
              {span.logRecordCount > 0 ? (
                <Tabs.Tab value="logs">
                  Logs
                  <span className={`${classes.count} numeric`}>{span.logRecordCount}</span>
                </Tabs.Tab>
              ) : null}
              <Tabs.Tab value="annotations">Annotations</Tabs.Tab>
              <Tabs.Tab value="raw">Raw JSON</Tabs.Tab>
            </Tabs.List>
            {tab === 'info' ? (
              <div className={classes.tools}>
                <FoldAllButton />
                <TextModeSwitch />
              </div>
            ) : null}
          </div>
          {isSearch ? <FoundBar root={root} span={span} tab={tab} onTab={onTab} /> : null}
        </div>
        {span.textRemovedAt === null || tab === 'annotations' ? null : (
          <RemovedText id={span.id} removedAt={span.textRemovedAt} />
        )}
        <Tabs.Panel value="info" className={classes.panel} data-searched>
          <InfoTab span={span} attributes={attributes} />
        </Tabs.Panel>
        <Tabs.Panel value="attributes" className={classes.panel} data-searched>
          <AttributesTab attributes={attributes} />
        </Tabs.Panel>
        <Tabs.Panel value="events" className={classes.panel} data-searched>
          <EventsTab span={span} />
        </Tabs.Panel>
        <Tabs.Panel value="logs" className={classes.panel}>
          <LogsTab span={span} />
        </Tabs.Panel>
        <Tabs.Panel value="annotations" className={classes.panel}>
          <div className={classes.tables}>{renderTables(span.id, traceId)}</div>
        </Tabs.Panel>
        <Tabs.Panel value="raw" className={classes.panel} data-searched>
          <RawTab span={span} attributes={attributes} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function TextModeSwitch() {
  const [mode, setMode] = useTextMode();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Text format"
      data={[
        { value: 'markdown', label: 'Markdown' },
        { value: 'plain', label: 'Plain' },
      ]}
      value={mode}
      onChange={setMode}
    />
  );
}

/**
 * The server responds with JSON. Anything else is shown as it is instead of failing the whole span.
 */
function readAttributes(text: string): Json {
  try {
    return parseExactJson(text);
  } catch {
    return { attributes: text };
  }
}
