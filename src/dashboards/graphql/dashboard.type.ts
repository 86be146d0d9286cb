import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ChartFields } from '../../tracing/figures/charts/graphql/chart.type.js';
import type { DashboardEntity } from '../dashboard.entity.js';
import { DashboardChartWidth } from '../dashboard.enum.js';
import { DASHBOARD_TYPE, readCharts } from '../dashboards.service.js';

registerEnumType(DashboardChartWidth, {
  name: 'DashboardChartWidth',
  description: 'The width of a chart, as a part of the page.',
});

@ObjectType({ description: 'A chart of a dashboard.' })
export class DashboardChart extends ChartFields {
  @Field(() => String)
  title: string;

  @Field(() => DashboardChartWidth)
  width: DashboardChartWidth;
}

@ObjectType({ description: 'Charts that a user arranged.', implements: () => Node })
export class Dashboard implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  projectId: string;

  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => [DashboardChart], { description: 'In the order in which they are shown.' })
  charts: DashboardChart[];

  @Field(() => Boolean, {
    description:
      'Whether everyone who sees the project sees the dashboard. Otherwise, only you do.',
  })
  isShared: boolean;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;

  @HideField()
  projectRowId: number;
}

@ObjectType({ description: 'The result of saving a dashboard.' })
export class DashboardMutationPayload {
  @Field(() => Dashboard)
  dashboard: Dashboard;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class DeleteDashboardPayload {
  @Field(() => ID)
  deletedDashboardId: string;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toDashboard(row: DashboardEntity): Dashboard {
  const { id, projectId, name, description, ownerId, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(DASHBOARD_TYPE, id),
    projectId: toGlobalId('Project', projectId),
    name,
    description,
    charts: readCharts(row),
    isShared: ownerId === null,
    createdAt,
    updatedAt,
    projectRowId: projectId,
  };
}
