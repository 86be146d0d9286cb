import { Column, Entity, PrimaryColumn } from 'typeorm';
import { selectColumns, unnestRows } from './columns.js';

class Base {
  @PrimaryColumn({ type: 'bigint' })
  id: number;
}

@Entity('things')
class Thing extends Base {
  @Column({ name: 'made_at', type: 'timestamptz' })
  madeAt: string;

  @Column({ type: 'text' })
  name: string;

  described(): string {
    return this.name;
  }
}

describe('selectColumns', () => {
  it('selects all columns under the names of their properties', () => {
    expect(selectColumns(Thing, 't')).toBe('t.id, t.made_at AS "madeAt", t.name');
  });

  it('selects the named columns, in their order', () => {
    expect(selectColumns(Thing, 't', ['name', 'id'])).toBe('t.name, t.id');
  });

  it('leaves out columns', () => {
    expect(selectColumns(Thing, 't', { except: ['id', 'name'] })).toBe('t.made_at AS "madeAt"');
  });

  it('refuses what is not a column', () => {
    // @ts-expect-error The entity has no such property.
    expect(() => selectColumns(Thing, 't', ['color'])).toThrow('Thing has no column "color".');
    expect(() => selectColumns(Thing, 't', ['described'])).toThrow('has no column "described"');
    // @ts-expect-error The entity has no such property.
    expect(() => selectColumns(Thing, 't', { except: ['color'] })).toThrow('"color"');
  });
});

describe('unnestRows', () => {
  it('passes one array for each column', () => {
    const rows = [
      { id: 1, name: 'a', more: true },
      { id: 2, name: 'b', more: false },
    ];
    expect(unnestRows(Thing, ['id', 'name'], rows)).toEqual({
      columns: 'id, name',
      source: 'unnest($1::bigint[], $2::text[])',
      parameters: [
        [1, 2],
        ['a', 'b'],
      ],
    });
  });

  it('leaves room for other parameters before them', () => {
    expect(unnestRows(Thing, ['madeAt'], [], 3).source).toBe('unnest($3::timestamptz[])');
  });

  it('asks for rows that have all the columns', () => {
    // @ts-expect-error The row has no name.
    expect(unnestRows(Thing, ['name'], [{ id: 1 }]).parameters).toEqual([[undefined]]);
  });
});
