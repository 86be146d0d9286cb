import type { ReactNode } from 'react';
import {
  type DatasetFrame,
  DatasetFrameQuery,
  DatasetUpdatedQuery,
} from '../../features/datasets/api/dataset-frame.js';
import {
  type DatasetRow,
  DatasetsListQuery,
  DatasetsUpdatedQuery,
} from '../../features/datasets/api/datasets-list.js';
import { type ExampleDetail, ExampleQuery } from '../../features/datasets/api/example.js';
import { ExampleRunsQuery } from '../../features/datasets/api/example-runs.js';
import { type ExampleRow, ExamplesListQuery } from '../../features/datasets/api/examples-list.js';
import { type DatasetLabel, DatasetLabelsQuery } from '../../features/datasets/api/labels.js';
import { DatasetSplitsQuery, type Split } from '../../features/datasets/api/splits.js';
import {
  type DatasetVersionRow,
  VersionsListQuery,
} from '../../features/datasets/api/versions-list.js';
import { DatasetProvider } from '../../features/datasets/components/dataset-context.js';
import { aConnection, answer, type Answer } from '../answers.js';
import { ADA } from './users.js';

const TIME = '2026-02-03T04:05:06.000000Z';

/** The ID of the dataset that the factories describe by default. */
export const DATASET_ID = 'dataset-1';

/** A label for datasets. */
export function aDatasetLabel(part: Partial<DatasetLabel> = {}): DatasetLabel {
  return {
    id: 'label-1',
    name: 'golden',
    description: null,
    color: '#1562ba',
    usageCount: 1,
    ...part,
  };
}

/** A dataset in the list: `capitals`, with one example. */
export function aDatasetRow(part: Partial<DatasetRow> = {}): DatasetRow {
  return {
    id: DATASET_ID,
    name: 'capitals',
    description: 'Cities of the world',
    createdAt: TIME,
    lastUpdatedAt: TIME,
    exampleCount: 1,
    experimentCount: 0,
    project: null,
    createdBy: ADA,
    labels: [],
    ...part,
  };
}

/** Answers what the list of datasets asks. */
export function listDatasets(...datasets: DatasetRow[]): Answer[] {
  return [
    answer(DatasetsListQuery, { datasets: aConnection(datasets) }),
    answer(DatasetsUpdatedQuery, {
      datasetCount: datasets.length,
      datasetsLastUpdatedAt: datasets.length > 0 ? TIME : null,
    }),
    answer(DatasetLabelsQuery, { datasetLabels: aConnection([aDatasetLabel()]) }),
  ];
}

/** The dataset `capitals`, with everything that the page around its lists shows. */
export function aDatasetFrame(part: Partial<DatasetFrame> = {}): DatasetFrame {
  return {
    __typename: 'Dataset',
    id: DATASET_ID,
    name: 'capitals',
    description: 'Cities of the world',
    metadata: {},
    createdAt: TIME,
    exampleCount: 3,
    experimentCount: 0,
    evaluatorCount: 0,
    project: null,
    createdBy: ADA,
    labels: [],
    versions: { edges: [{ node: { id: 'version-2', sequenceNumber: 2 } }] },
    ...part,
  };
}

/** A split with one example of the dataset. */
export function aSplit(part: Partial<Split> = {}): Split {
  return {
    id: 'split-1',
    name: 'train',
    description: null,
    color: '#1562ba',
    exampleCount: 1,
    ...part,
  };
}

/** An example that asks for the capital of a country. */
export function anExampleRow(
  country: string,
  city: string,
  part: Partial<ExampleRow> = {},
): ExampleRow {
  return {
    id: `example-${country}`,
    externalId: country.toLowerCase(),
    createdAt: TIME,
    datasetSplits: [],
    revision: {
      input: { question: `Capital of ${country}?` },
      output: { answer: city },
      metadata: { source: 'atlas' },
      createdAt: TIME,
    },
    ...part,
  };
}

/** The details of an example besides its row: its revision and its span. */
export function anExampleDetail(row: ExampleRow, part: Partial<ExampleDetail> = {}): ExampleDetail {
  const revision = {
    ...row.revision,
    revisionKind: 'CREATE' as const,
    datasetVersionId: 'version-2',
  };
  return { ...row, __typename: 'DatasetExample', revision, span: null, ...part };
}

/** Answers what the panel asks about examples, which have no runs. */
export function showExamples(...examples: ExampleDetail[]): Answer[] {
  return [
    answer(ExampleQuery, ({ id }) => ({
      node: examples.find((example) => example.id === id) ?? { __typename: 'Dataset' },
    })),
    answer(ExampleRunsQuery, ({ id }) => ({
      node: {
        __typename: 'DatasetExample' as const,
        id,
        experimentRuns: { edges: [], pageInfo: { hasNextPage: false } },
      },
    })),
  ];
}

/** A version of the dataset, by its number; the newest is the second. */
export function aDatasetVersion(
  sequenceNumber: number,
  part: Partial<DatasetVersionRow> = {},
): DatasetVersionRow {
  return {
    id: `version-${sequenceNumber}`,
    sequenceNumber,
    description: `Note ${sequenceNumber}`,
    createdAt: TIME,
    exampleCount: 6,
    createdCount: 0,
    updatedCount: 0,
    deletedCount: 0,
    user: ADA,
    ...part,
  };
}

/** Answers what the pages of a dataset ask, with two versions and the splits `train` and `test`. */
export function showDataset(frame: DatasetFrame, ...examples: ExampleRow[]): Answer[] {
  const { __typename, id } = frame;
  return [
    answer(DatasetFrameQuery, { node: frame }),
    answer(DatasetUpdatedQuery, { node: { id, experimentCount: 0, lastUpdatedAt: TIME } }),
    answer(ExamplesListQuery, { node: { __typename, id, examples: aConnection(examples) } }),
    answer(VersionsListQuery, {
      node: { __typename, id, versions: aConnection([aDatasetVersion(2), aDatasetVersion(1)]) },
    }),
    showSplits(aSplit(), aSplit({ id: 'split-2', name: 'test' })),
  ];
}

/** Answers which splits there are. */
export function showSplits(...splits: Split[]): Answer {
  return answer(DatasetSplitsQuery, { datasetSplits: aConnection(splits) });
}

/** A part of the pages of a dataset, with what these share. */
export function InDataset({ children }: { children: ReactNode }) {
  const scope = { id: DATASET_ID, name: 'capitals', newestVersion: 'version-2' };
  return (
    <DatasetProvider value={{ ...scope, refresh: () => undefined }}>{children}</DatasetProvider>
  );
}
