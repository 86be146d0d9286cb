import { Link } from '@tanstack/react-router';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { PreviewText } from '../../../components/data-display/preview-text.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ProjectLink } from '../../../components/projects/project-link.js';
import rowLink from '../../../components/data-table/row-link.module.css';
import { formatCount } from '../../../lib/format/numbers.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import type { PromptRow } from '../api/prompts-list.js';
import { getProviderLabel } from '../../../components/prompt-editor/providers.js';
import { type PromptActions, PromptMenu } from './prompt-menu.js';
import { TagMarks } from './tag-mark.js';

/** Returns the columns of the list of prompts. */
export function buildPromptColumns(actions: PromptActions): DataColumn<PromptRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 180,
      grow: true,
      required: true,
      cell: (row) => (
        <span className={rowLink.cell}>
          <Link
            to="/prompts/$promptId"
            params={{ promptId: row.id }}
            className={rowLink.link}
            title={row.name}
          >
            {row.name}
          </Link>
          <ProjectLink project={row.project} />
        </span>
      ),
    },
    {
      id: 'labels',
      header: 'Labels',
      width: 176,
      cell: (row) => <NameChips items={row.labels} limit={2} />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 214,
      grow: true,
      cell: (row) => <PreviewText text={row.description} />,
    },
    {
      id: 'model',
      header: 'Model',
      width: 190,
      cell: ({ version }) => (
        <PreviewText
          text={version && `${version.modelName} · ${getProviderLabel(version.modelProvider)}`}
        />
      ),
    },
    {
      id: 'versions',
      header: 'Versions',
      width: 84,
      numeric: true,
      cell: (row) => formatCount(row.versionCount),
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 214,
      cell: (row) => <TagMarks tags={row.versionTags} limit={2} />,
    },
    {
      id: 'updatedAt',
      header: 'Updated',
      width: 132,
      cell: (row) => <RelativeTime time={row.updatedAt} />,
    },
    {
      id: 'createdBy',
      header: 'Created by',
      width: 140,
      optional: true,
      cell: (row) => <PreviewText text={row.createdBy?.username} />,
    },
    {
      id: 'updatedBy',
      header: 'Updated by',
      width: 140,
      optional: true,
      cell: (row) => <PreviewText text={row.updatedBy?.username} />,
    },
    {
      id: 'version',
      header: 'Latest version',
      label: 'ID of the latest version',
      width: 200,
      optional: true,
      cell: (row) => <PreviewText text={row.version?.id} />,
    },
    {
      id: 'actions',
      header: '',
      label: 'Actions',
      width: 56,
      required: true,
      numeric: true,
      cell: (row) => (
        <ProjectOfPageProvider value={row.project}>
          <PromptMenu prompt={row} actions={actions} />
        </ProjectOfPageProvider>
      ),
    },
  ];
}
