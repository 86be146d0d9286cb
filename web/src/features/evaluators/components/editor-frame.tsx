import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { type TestExample, useTestedDataset } from '../api/test-examples.js';
import { NotFoundPage } from '../../../components/layout/missing-page.js';

interface EditorFrameProps {
  datasetId: string;
  /** The last part of the page’s path. */
  label: string;
  children: (examples: readonly TestExample[]) => ReactNode;
}

/** The page around the form of an evaluator: the path to it, and examples once they are known. */
export function EditorFrame({ datasetId, label, children }: EditorFrameProps) {
  const { dataset, examples, error, isMissing, reload } = useTestedDataset(datasetId);
  const params = { datasetId };
  useBreadcrumbs([
    { label: 'Datasets', link: { to: '/datasets' } },
    ...(dataset
      ? [
          { label: dataset.name, link: { to: '/datasets/$datasetId', params } } as const,
          {
            label: 'Evaluators',
            link: { to: '/datasets/$datasetId/evaluators', params },
          } as const,
        ]
      : []),
    { label },
  ]);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? isMissing) return <NotFound what="Dataset" />;
  if (!dataset || !examples) return null;
  return children(examples);
}

interface NotFoundProps {
  what: string;
  /** Where to go instead; absent for the list of datasets. */
  datasetId?: string;
}

/** Shown if the link to an evaluator leads to nothing. */
export function NotFound({ what, datasetId }: NotFoundProps) {
  return (
    <NotFoundPage
      icon={FileX}
      what={what}
      instead={
        datasetId === undefined
          ? undefined
          : {
              label: 'All evaluators',
              link: { to: '/datasets/$datasetId/evaluators', params: { datasetId } },
            }
      }
    />
  );
}
