import type { DocsSite } from '../domain/docs-site.ts'
import type { Workspace } from '../ports/workspaces.ts'

/** The newer name first. */
const NAMES = ['docs.json', 'mint.json']

/** Paths where the navigation of a site may lie, the one that counts first. */
export function navigationPaths({ root }: DocsSite): string[] {
  return NAMES.map((name) => (root === '' ? name : `${root}/${name}`))
}

/** The navigation file of the site and its text; undefined when there is none. */
export async function readNavigationFile(
  workspace: Workspace,
  site: DocsSite,
  signal: AbortSignal,
): Promise<{ path: string; source: string } | undefined> {
  for (const path of navigationPaths(site)) {
    const bytes = await workspace.read(path, { signal })
    if (bytes !== undefined) return { path, source: decodeText(bytes) }
  }
  return undefined
}

/** UTF-8 with its byte order mark kept, so that writing the text back changes nothing else. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
