export { FOR_UPDATE, isIn } from './statements/fragments.ts'
export {
  type Dialect,
  PerDialect,
  raw,
  type Spelled,
  type Sql,
  type SqlValue,
  spell,
  sql,
  when,
} from './statements/sql.ts'
export { type Answer, ask, run, type SqlDatabase, type Step, type Steps } from './statements/sql-database.ts'
export { SqlKeyStore } from './stores/sql-key-store.ts'
