/** Works on a few items at once. The first failure ends it, when those under way have ended. */
export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  let hasFailed = false
  const run = async () => {
    while (next < items.length && !hasFailed) {
      const item = items[next++] as Item
      try {
        await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, run))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
