import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BuiltInModelsService } from './built-in-models.service.js';
import { GenerativeModelEntity, TokenPriceEntity } from './generative-model.entity.js';
import { GenerativeModelsQueries } from './generative-models.queries.js';
import { GenerativeModelsService } from './generative-models.service.js';
import { GenerativeModelsLoaders } from './graphql/generative-models.loader.js';
import { GenerativeModelsResolver } from './graphql/generative-models.resolver.js';

/** Models and the prices of their tokens. */
@Module({
  imports: [TypeOrmModule.forFeature([GenerativeModelEntity, TokenPriceEntity])],
  providers: [
    GenerativeModelsQueries,
    GenerativeModelsService,
    BuiltInModelsService,
    GenerativeModelsLoaders,
    GenerativeModelsResolver,
  ],
  exports: [GenerativeModelsService],
})
export class ModelsModule {}
