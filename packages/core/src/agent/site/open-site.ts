import type { DocsSite } from '../../domain/docs-site.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { placedPages } from './open-revisions.ts'
import { type ReadSite, readSite } from './read-site.ts'

/** The site as the workspace has it now, and as it would be once a page has moved. */
export interface OpenSite extends ReadSite {
  /** @param texts of files that change with the move, by their new paths */
  afterMove(from: string, to: string, texts: ReadonlyMap<string, string>): Promise<ReadSite>
}

interface Opening {
  workspace: Workspace
  site: DocsSite
  signal: AbortSignal
}

export async function openSite({ workspace, site, signal }: Opening): Promise<OpenSite> {
  const files = new Set<string>()
  for (const { path } of await workspace.list({ signal })) files.add(path)
  const placed = placedPages({ workspace, signal })
  const read = (path: string) => workspace.read(path, { signal })
  const now = await readSite({ site, files, read, placed })
  return {
    ...now,
    async afterMove(from, to, texts) {
      const moved = new Set(files)
      moved.delete(from)
      moved.add(to)
      return readSite({
        site,
        files: moved,
        read: async (path) => {
          const text = texts.get(path)
          return text === undefined ? read(path) : new TextEncoder().encode(text)
        },
        placed: async (layout) => (await placed(layout)).map((path) => (path === from ? to : path)),
      })
    },
  }
}
