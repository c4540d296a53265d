/** Why a thread could not finish an item. */
export interface ThreadFailure {
  /**
   * - `time`, `memory`: the item is beyond the limits of a thread
   * - `end`, `error`: the thread ended at the item
   * - `machine`: the machine had nothing left for the thread, which says nothing of the item
   */
  cause: 'time' | 'memory' | 'end' | 'error' | 'machine'
  message: string
}
