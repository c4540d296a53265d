import type { Migration } from '@docent/postgres'
import { SEARCH_TABLES } from './search-tables.ts'

/** The tables of the search index, in the order of their versions. */
export const MIGRATIONS: readonly Migration[] = [SEARCH_TABLES]
