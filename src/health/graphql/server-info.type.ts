import { Field, Int, ObjectType } from '@nestjs/graphql';

/** What a client may know about this server before it signs in. */
@ObjectType({ description: 'What a client may know about this server before it signs in.' })
export class ServerInfo {
  @Field(() => String, { description: 'The product version.' })
  version: string;

  @Field(() => String, { description: 'The compatibility level announced to published clients.' })
  compatibilityVersion: string;

  @Field(() => Boolean)
  authenticationEnabled: boolean;

  @Field(() => Int, { nullable: true, description: 'Port of OTLP over gRPC.' })
  grpcPort: number | null;
}
