import type { DataColumn } from '../../../components/data-table/columns.js';
import { GradientDisc } from './gradient-disc.js';
import { PrivateMark } from '../../../components/projects/private-mark.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import type { ProjectRow } from '../api/projects-list.js';
import type { Removal } from './confirm-removal-dialog.js';
import type { EditableProject } from './edit-project-dialog.js';
import classes from './project-columns.module.css';
import {
  costColumn,
  durationColumn,
  tokensColumn,
} from '../../../components/data-table/figure-columns.js';
import { ProjectMenu } from './project-menu.js';
import {
  actionsColumn,
  countColumn,
  timeColumn,
} from '../../../components/data-table/common-columns.js';
import { NameLinkCell } from '../../../components/data-table/name-link.js';

/** Returns the columns of the list of projects. Opening a project keeps the selected time range. */
export function buildProjectColumns(
  range: TimeRangeSearch,
  onEdit: (project: EditableProject) => void,
  onRemove: (removal: Removal) => void,
): DataColumn<ProjectRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 240,
      grow: true,
      required: true,
      sortKey: 'name',
      cell: (row) => (
        <NameLinkCell
          to="/projects/$projectId"
          params={{ projectId: row.id }}
          search={range}
          name={row.name}
          before={<GradientDisc project={row} />}
          after={
            <>
              {row.isPrivate ? <PrivateMark /> : null}
              {row.description ? (
                <span className={classes.description} title={row.description}>
                  {row.description}
                </span>
              ) : null}
            </>
          }
        />
      ),
    },
    timeColumn({
      id: 'endTime',
      header: 'Last activity',
      sortKey: 'endTime',
      time: (row) => row.endTime,
    }),
    countColumn({
      id: 'traces',
      header: 'Traces',
      width: 100,
      count: (row) => row.traceCount,
    }),
    {
      id: 'errors',
      header: 'Errors',
      width: 100,
      numeric: true,
      cell: (row) => (
        <span className={row.errorCount > 0 ? classes.errors : classes.none}>
          {formatCount(row.errorCount)}
        </span>
      ),
    },
    durationColumn({
      id: 'p50',
      header: 'p50',
      label: 'p50 latency',
      width: 100,
      ms: (row) => row.latencyMsP50,
    }),
    tokensColumn({
      width: 100,
      of: (row) => ({
        total: row.tokenCountTotal,
        prompt: row.tokenCountPrompt,
        completion: row.tokenCountCompletion,
      }),
    }),
    costColumn({ width: 100, of: (row) => row.costSummary }),
    actionsColumn((row) => (
      <ProjectOfPageProvider value={row}>
        <ProjectMenu project={row} onEdit={onEdit} onRemove={onRemove} />
      </ProjectOfPageProvider>
    )),
  ];
}
