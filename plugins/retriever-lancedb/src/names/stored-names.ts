import { UNREADABLE_GROUP } from '@docent/content'
import type { IndexedName } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import { sqlList, sqlString } from '../tables/sql.ts'

/** Looks a name up in the table itself, where there is no memory for all names: slower, and without suggestions. */
export async function storedName(
  pages: Table,
  name: string,
  trustedGroups: readonly string[],
): Promise<IndexedName> {
  const trusted = trustedGroups.filter((group) => group !== UNREADABLE_GROUP)
  const open = 'coalesce(array_length(groups), 0) = 0'
  const readable =
    trusted.length === 0 ? open : `(${open} OR array_has_any(groups, make_array(${sqlList(trusted)})))`
  const found = await pages
    .query()
    .where(`${readable} AND contains(names, ${sqlString(`\n${name}\n`)})`)
    .select(['file'])
    .limit(1)
    .toArray()
  return { isKnown: found.length > 0 }
}
