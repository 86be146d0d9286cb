import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { Check, checksOf } from '../../kernel/validation/check.js';
import { storableText, trimmedName, trimmedText } from '../../kernel/validation/json-fields.js';
import { ChartInput } from '../../tracing/figures/charts/graphql/chart.type.js';
import { DashboardChartWidth } from '../dashboard.enum.js';

const MAX_CHARTS = 30;
const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2_000;

const description = () => storableText().max(MAX_DESCRIPTION_LENGTH).nullish();

@InputType({ description: 'A chart and how to show it.' })
export class DashboardChartInput extends ChartInput {
  @Field(() => String, {
    description: `At most ${MAX_TITLE_LENGTH} characters. Surrounding white space is removed.`,
  })
  @Check(trimmedText().pipe(z.string().min(1).max(MAX_TITLE_LENGTH)))
  title: string;

  @Field(() => DashboardChartWidth, { defaultValue: DashboardChartWidth.HALF })
  width: DashboardChartWidth;
}

const charts = () => z.array(checksOf(DashboardChartInput)!).max(MAX_CHARTS);

@InputType()
export class CreateDashboardInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => String, {
    description:
      'Unique among the shared dashboards of the project, or among yours. Surrounding white space is removed.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => String, {
    nullable: true,
    description: `At most ${MAX_DESCRIPTION_LENGTH} characters.`,
  })
  @Check(description())
  description?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether everyone who sees the project sees the dashboard. Viewers cannot share. Without authentication, every dashboard is shared.',
  })
  isShared: boolean;

  @Field(() => [DashboardChartInput], {
    defaultValue: [],
    description: `In the order in which they are shown. At most ${MAX_CHARTS}.`,
  })
  @Check(charts())
  charts: DashboardChartInput[];
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchDashboardInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  @Check(z.union([trimmedName(), z.null()]).optional())
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Empty to remove it.' })
  @Check(description())
  description?: string | null;

  @Field(() => Boolean, { nullable: true })
  isShared?: boolean | null;

  @Field(() => [DashboardChartInput], {
    nullable: true,
    description: 'All charts in the order in which they are shown. They replace the current ones.',
  })
  @Check(charts().nullish())
  charts?: DashboardChartInput[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'The `updatedAt` of the dashboard that the changes are based on. If it has since been changed, this changes nothing and fails with the code `CONFLICT`.',
  })
  basedOn?: string | null;
}

@InputType()
export class DeleteDashboardInput {
  @Field(() => ID)
  id: string;
}
