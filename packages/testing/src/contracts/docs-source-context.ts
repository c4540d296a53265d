import {
  type CallOptions,
  type DocsSource,
  type GitRemote,
  organizationId,
  type Project,
  projectId,
  type SourceSnapshot,
} from '@docent/core/plugin'
import type { ContractContext } from './contract-case.ts'

export interface DocsSourceContext extends ContractContext {
  readonly source: DocsSource
  /** A second adapter that shares nothing in memory with the first. The first, when left out. */
  readonly peer?: DocsSource
  /** Its source has the one page `index.mdx` with the text `# Hello`. */
  readonly project: Project
  /** A project whose source cannot be read until a person mends it. */
  readonly broken: Project
  /** A project that another source serves. */
  readonly foreign: Project
  /** False for a source without navigation files, as a website is. Default: true. */
  readonly hasNavigation?: boolean
  /** What the project's git host hands out. */
  remote(options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote>
  /** Adds, changes and (null) deletes files, in one new revision; paths relative to the docs root. */
  publish(files: Readonly<Record<string, string | Uint8Array | null>>): Promise<void>
}

/** A project with everything a DocsSource may ask for. */
export function makeProject<Given extends Partial<Project>>(project: Given): Project & Given {
  return {
    id: projectId('docs'),
    organizationId: organizationId('default'),
    domain: 'docs',
    name: 'Docs',
    docsPath: '',
    models: {},
    assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
    origin: 'config',
    disabled: false,
    createdAt: 0,
    ...project,
  }
}

/** The newest revision; throws when there is nothing new. */
export async function listAll(
  { source, project, remote }: DocsSourceContext,
  options: CallOptions & { since?: string; by?: DocsSource } = {},
): Promise<SourceSnapshot> {
  const { by = source, ...rest } = options
  const snapshot = await by.list(project, { ...rest, remote: (call) => remote(call) })
  if (!snapshot) throw new Error('nothing is new')
  return snapshot
}

/** Path → content. */
export async function textsOf({ files }: SourceSnapshot): Promise<Record<string, string>> {
  const entries = files.map(
    async (file) => [file.path, Buffer.from(await file.read()).toString('utf8')] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** Path → hash. */
export function hashesOf({ files }: SourceSnapshot): Record<string, string> {
  return Object.fromEntries(files.map(({ path, hash }) => [path, hash]))
}
