/**
 * CPU time that `act` takes on this thread, milliseconds. A busy machine makes work last longer, but not cost more: a
 * limit on what a text of hostile length may cost holds there as well.
 */
export async function cpuTimeOf(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
