import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { DatasetExampleRow } from './dataset-example.entity.js';
import { boundedRead } from '../../database/bounded-read.js';
import { EXAMPLE_COLUMNS } from './dataset-examples.queries.js';
import { countOf, type ExampleFilter, type ExamplePage, pageOf } from './example-source.js';

/** An example with the revision that it is listed at. */
export type ListedExample = DatasetExampleRow & { listedRevisionId: number };

/** SQL that lists examples, by row id; a page that is read from its end comes the other way round. */
@Injectable()
export class ExampleListsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The same page of each dataset.
   * @throws BadRequestError when a text is searched for too long.
   */
  pages(
    datasetIds: readonly number[],
    filter: ExampleFilter,
    page: ExamplePage,
  ): Promise<ListedExample[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    const listed = filter.versionId === null ? 'e.revision_id' : 'r.id';
    const columns = `${EXAMPLE_COLUMNS}, ${listed} AS "listedRevisionId"`;
    return this.read(
      filter,
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS d (id)
        CROSS JOIN LATERAL (${pageOf('d.id', columns, filter, page, where)}) page`,
      where.parameters,
    );
  }

  /**
   * How many examples of each dataset there are. Reads payloads for a text alone.
   * @throws BadRequestError when a text is searched for too long.
   */
  counts(
    datasetIds: readonly number[],
    filter: ExampleFilter,
  ): Promise<{ datasetId: number; count: number }[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    return this.read(
      filter,
      `SELECT d.id AS "datasetId", counted.count
         FROM unnest(${ids}::bigint[]) AS d (id)
        CROSS JOIN LATERAL (${countOf('d.id', filter, where)}) counted`,
      where.parameters,
    );
  }

  /** Payloads have no index: a text that stands nowhere is looked for in every one of them. */
  private read<T>({ text }: ExampleFilter, sql: string, parameters: unknown[]): Promise<T[]> {
    return text === null
      ? this.dataSource.query(sql, parameters)
      : boundedRead(this.dataSource, sql, parameters);
  }
}
