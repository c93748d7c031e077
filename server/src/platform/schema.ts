import { type TSchema, Type } from 'typebox';

/** Pieces that the routes' schemas share. */

export const Timestamp = Type.String({ format: 'date-time' });
export const NoContent = Type.Null();

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** Text of printable characters; control characters are never meant and some cannot be stored. */
export function Printable(minLength: number, maxLength: number) {
  return Type.String({ minLength, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]*$' });
}

/** What an id is compared with. One that is not an id matches nothing, like one of a stranger. */
export const IdFilter = Type.Optional(Type.String({ pattern: '^[!-~]{1,64}$' }));

/** Query parameters arrive as text: `readPage` reads these. */
export const PageQuery = {
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
};

export function ListOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ data: Type.Array(item), nextCursor: Nullable(Type.String()) });
}
