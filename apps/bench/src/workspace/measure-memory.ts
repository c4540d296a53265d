import { GitWorkspaces } from '@docent/workspace-git'

const COUNT = 100

/**
 * What a workspace adds to the memory of a process that does nothing else: it should follow what was read and changed,
 * not the size of the repository. To be run in a process of its own, with `--expose-gc`.
 */
export async function measureMemory(
  url: string,
  cacheDir: string,
  path: (n: number) => string,
): Promise<void> {
  const workspaces = new GitWorkspaces({ cacheDir }, { clock: Date })
  let before = resident()
  const since = () => {
    const [rss, heap] = resident()
    const text = `RSS ${growth(rss - before[0])}, heap and buffers ${growth(heap - before[1])}`
    before = [rss, heap]
    return text
  }
  const workspace = await workspaces.open({
    repository: url,
    remote: async () => ({ url }),
    branch: 'docent/memory',
    from: 'main',
    keep: 'memory',
  })
  console.log(`  memory after open: ${since()}`)
  for (let n = 0; n < COUNT; n++) await workspace.read(path(n * 31))
  console.log(`  memory after reading ${COUNT} files: ${since()}`)
  for (let n = 0; n < COUNT; n++)
    await workspace.write(path(n * 61), `# Edited ${n}\n${'word '.repeat(400)}\n`)
  console.log(`  memory after changing ${COUNT} files: ${since()}`)
  await workspace.search({ pattern: 'needle-[0-9]+' })
  console.log(`  memory after a search: ${since()}`)
  await workspace.list()
  console.log(`  memory after a list of everything: ${since()}`)
  await workspaces.close()
}

/** Resident, and heap with buffers, in MB after a collection. */
function resident(): [rss: number, heap: number] {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return [rss / 2 ** 20, (heapUsed + external) / 2 ** 20]
}

function growth(mb: number): string {
  return `${mb < 0 ? '' : '+'}${mb.toFixed(1)} MB`
}
