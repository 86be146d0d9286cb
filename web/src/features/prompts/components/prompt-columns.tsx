import type { DataColumn } from '../../../components/data-table/columns.js';
import { ProjectLink } from '../../../components/projects/project-link.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import type { PromptRow } from '../api/prompts-list.js';
import { getProviderLabel } from '../../../components/prompt-editor/providers.js';
import { type PromptActions, PromptMenu } from './prompt-menu.js';
import { TagMarks } from './tag-mark.js';
import {
  actionsColumn,
  countColumn,
  labelsColumn,
  textColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

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
        <NameLinkCell
          to="/prompts/$promptId"
          params={{ promptId: row.id }}
          name={row.name}
          after={<ProjectLink project={row.project} />}
        />
      ),
    },
    labelsColumn(),
    textColumn({
      id: 'description',
      header: 'Description',
      width: 214,
      grow: true,
      text: (row) => row.description,
    }),
    textColumn({
      id: 'model',
      header: 'Model',
      width: 190,
      text: ({ version }) =>
        version && `${version.modelName} · ${getProviderLabel(version.modelProvider)}`,
    }),
    countColumn({
      id: 'versions',
      header: 'Versions',
      width: 84,
      count: (row) => row.versionCount,
    }),
    {
      id: 'tags',
      header: 'Tags',
      width: 214,
      cell: (row) => <TagMarks tags={row.versionTags} limit={2} />,
    },
    timeColumn({
      id: 'updatedAt',
      header: 'Updated',
      time: (row) => row.updatedAt,
    }),
    textColumn({
      id: 'createdBy',
      header: 'Created by',
      width: 140,
      optional: true,
      text: (row) => row.createdBy?.username,
    }),
    textColumn({
      id: 'updatedBy',
      header: 'Updated by',
      width: 140,
      optional: true,
      text: (row) => row.updatedBy?.username,
    }),
    textColumn({
      id: 'version',
      header: 'Latest version',
      label: 'ID of the latest version',
      width: 200,
      optional: true,
      text: (row) => row.version?.id,
    }),
    actionsColumn((row) => (
      <ProjectOfPageProvider value={row.project}>
        <PromptMenu prompt={row} actions={actions} />
      </ProjectOfPageProvider>
    )),
  ];
}
