import { Module } from '@nestjs/common';
import { ReadyMadeEvaluatorsResolver } from './graphql/ready-made-evaluators.resolver.js';

/** Evaluators to start from. */
@Module({ providers: [ReadyMadeEvaluatorsResolver] })
export class ReadyMadeEvaluatorsModule {}
