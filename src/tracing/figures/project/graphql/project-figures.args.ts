import { ArgsType, Field, Float, ID, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../../kernel/graphql/scalars.js';
import { Check } from '../../../../kernel/validation/check.js';
import { IS_PROBABILITY, PROBABILITY } from '../../../sessions/graphql/sessions.args.js';
import {
  SessionFiguresArgs,
  SpanFiguresArgs,
  TraceFiguresArgs,
} from '../../graphql/figures.inputs.js';

@ArgsType()
export class SessionQuantileArgs extends SessionFiguresArgs {
  @Field(() => Float, PROBABILITY)
  @Check(IS_PROBABILITY)
  probability: number;
}

@ArgsType()
export class SpanQuantileArgs extends SpanFiguresArgs {
  @Field(() => Float, PROBABILITY)
  @Check(IS_PROBABILITY)
  probability: number;
}

@ArgsType()
export class TraceQuantileArgs extends TraceFiguresArgs {
  @Field(() => Float, PROBABILITY)
  @Check(IS_PROBABILITY)
  probability: number;
}

@InputType()
export class ClearProjectInput {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Deletes only traces that began before this time. If absent, deletes all of them.',
  })
  endTime?: string | null;
}
