export { type CommitOrigin, Database } from './database.ts'
export { isConstraintViolation } from './map-error.ts'
export type { Migration } from './migrations/migration.ts'
