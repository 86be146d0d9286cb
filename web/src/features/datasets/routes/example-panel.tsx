import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { preloadProse } from '../../../components/text/lazy-prose.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PanelHeader } from '../../../components/layout/panel-header.js';
import { useRowPager } from '../../../components/data-table/row-pager.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { useExample } from '../api/example.js';
import { ExampleView } from '../components/example-view.js';
import { useExamples } from '../components/examples-context.js';
import { getExampleName } from '../../../lib/ids/example-name.js';
import { readExamplesSearch } from '../search.js';

const route = getRouteApi('/datasets/$datasetId/examples/$exampleId');

/** The example panel, over the list of examples. */
export function ExamplePanel() {
  useEffect(preloadProse, []);
  const { datasetId, exampleId } = route.useParams();
  const { full = false } = readExamplesSearch(route.useSearch());
  const { rows, version } = useExamples();
  const navigate = useNavigate();
  const pager = useRowPager();
  const { example, error, isMissing, reload } = useExample(exampleId, version);
  // Shows the values from the list until the rest has loaded.
  const row = rows.find(({ id }) => id === exampleId);
  const shown = example ?? row;

  const close = useCallback(
    () =>
      void navigate({
        to: '/datasets/$datasetId/examples',
        params: { datasetId },
        search: (now) => ({ ...readExamplesSearch(now), full: undefined }),
      }),
    [navigate, datasetId],
  );
  useKeys({ j: pager.next, k: pager.previous });

  return (
    <SidePanel label="Example" name="example" initialWidth={820} isFullWidth={full} onClose={close}>
      <PanelHeader
        title={shown ? (shown.externalId ?? `Example ${getExampleName(shown)}`) : 'Example'}
        hint={shown && getExampleName(shown)}
        pager={pager}
        isFullWidth={full}
        onFullWidthChange={(value) =>
          void navigate({
            to: '.',
            search: (now) => ({ ...now, full: value ? true : undefined }),
            replace: true,
          })
        }
        onClose={close}
      >
        {shown ? <CopyButton value={shown.externalId ?? shown.id} label="ID" /> : null}
      </PanelHeader>
      {shown ? (
        <ExampleView
          key={exampleId}
          example={shown}
          detail={example}
          onReload={reload}
          onDeleted={close}
        />
      ) : null}
      {!shown && (error ?? isMissing) ? <MissingExample error={error} onRetry={reload} /> : null}
    </SidePanel>
  );
}

function MissingExample(props: { error: RequestError | undefined; onRetry: () => void }) {
  const { error, onRetry } = props;
  if (error && !isNotFound(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={FileX} title="Example not found">
      It may have been deleted, or it did not exist yet in this version.
    </EmptyState>
  );
}
