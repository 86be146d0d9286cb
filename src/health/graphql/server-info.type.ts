import { Field, Int, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Versions and addresses of the server.' })
export class ServerInfo {
  @Field(() => String, { description: 'The product version.' })
  version: string;

  @Field(() => String, { description: 'The compatibility level for published clients.' })
  compatibilityVersion: string;

  @Field(() => Boolean)
  authenticationEnabled: boolean;

  @Field(() => Int, { nullable: true, description: 'Port of OTLP over gRPC.' })
  grpcPort: number | null;
}
