import { DocentError, type ProjectId } from '@docent/core/plugin'
import { z } from 'zod'
import { CurrentRevision } from '../revision/current-revision.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
/** No name leaves the folder of a project, whatever the store holds. */
const Name = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/)

/** What is served: flipped in one step, and the only thing in the store that ever changes. */
export const Pointer = z.object({
  format: z.literal(1),
  /** Of the revision. */
  id: Name,
  /** The project was deleted. */
  isDropped: z.boolean(),
  /** SHA-256 of the manifest; empty when the project was deleted. */
  manifest: z.union([Hash, z.literal('')]),
  /** Milliseconds since 1970, by the clock of who published. */
  publishedAt: z.int().nonnegative(),
})
export type Pointer = z.infer<typeof Pointer>

const Chunk = z.object({ key: z.string(), size: z.int().nonnegative(), hash: Hash })
export type Chunk = z.infer<typeof Chunk>

const ManifestFile = z.object({
  /** In the folder of the project. */
  name: Name,
  size: z.int().nonnegative(),
  /** SHA-256 of the whole file. */
  hash: Hash,
  chunks: z.array(Chunk),
})
export type ManifestFile = z.infer<typeof ManifestFile>

/** Every file of a revision. A node keeps that of the revision it has as the file REPLICA. */
export const RevisionManifest = z.object({
  id: Name,
  publishedAt: z.int().nonnegative(),
  /** What CURRENT is to be. */
  current: CurrentRevision,
  files: z.array(ManifestFile),
})
export type RevisionManifest = z.infer<typeof RevisionManifest>

/** Keys of a project in the store. */
export class ProjectKeys {
  readonly pointer: string
  /** Everything but the pointer is below it. */
  readonly folder: string
  readonly revisions: string

  constructor(project: ProjectId) {
    this.pointer = `${POINTERS}${nameOf(project)}.json`
    this.folder = `projects/${nameOf(project)}/`
    this.revisions = `${this.folder}revisions/`
  }

  manifest(id: string): string {
    return `${this.revisions}${id}.json`
  }

  /** What a revision added. */
  files(id: string): string {
    return `${this.folder}files/${id}/`
  }
}

const POINTERS = 'pointers/'
/** Becomes another one after each change of a pointer: nodes need not ask for all of these. */
export const CHANGES = 'changes.json'

/** Undefined for a key that is no pointer. */
export function projectOfPointer(key: string): string | undefined {
  const name = /^pointers\/(.+)\.json$/.exec(key)?.[1]
  return name === undefined ? undefined : decodeURIComponent(name.replaceAll('~', '%'))
}

export { POINTERS }

function nameOf(project: ProjectId): string {
  const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(project)
    .replace(/[~!'()*.]/g, escaped)
    .replaceAll('%', '~')
}

/** @throws DocentError `dependency_failed` for what is none */
export function parseStored<Value>(schema: z.ZodType<Value>, bytes: Uint8Array, key: string): Value {
  const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)))
  if (parsed.success) return parsed.data
  const message = `${key} in the store of the search index cannot be read. A newer version of Docent may have written it: upgrade this one.`
  throw new DocentError('dependency_failed', message, { cause: parsed.error })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
