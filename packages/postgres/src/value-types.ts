import pg from 'pg'

const INT8 = 20
const BYTEA = 17

/** Times and counts fit a number; `pg` would answer int8 as text. */
export const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : readText(oid, format)) as typeof pg.types.getTypeParser,
}

function readText(oid: number, format: 'text' | 'binary' = 'text') {
  return oid === BYTEA ? pg.types.getTypeParser(BYTEA, 'text') : pg.types.getTypeParser(oid, format as 'text')
}
