/** The module of LanceDB. */
export type LanceDb = typeof import('@lancedb/lancedb')

/**
 * Loads LanceDB when it is first needed: its native module costs 150 ms of start-up, which a server that answers
 * /health or shows its help has no use for.
 */
export async function loadLance(): Promise<LanceDb> {
  // Its warning about a missing dataset, printed when a table is created, says nothing to an operator.
  process.env.LANCEDB_LOG ??= 'error'
  return import('@lancedb/lancedb')
}
