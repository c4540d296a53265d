import { type ProjectNotes, projectId } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

export interface ProjectNotesContext extends ContractContext {
  readonly store: ProjectNotes
  /** Another store over the same data. Absent when the data is in memory. */
  peer?(): ProjectNotes | Promise<ProjectNotes>
}

const docs = projectId('docs')

export const projectNotesCases: readonly ContractCase<ProjectNotesContext>[] = [
  {
    name: 'keeps the state of a project by key: any JSON, the last value set',
    async run({ store, peer }) {
      const value = { done: 3, of: 10, failed: ['a.md'], last: null, note: 'é 🗼 \ud83d', deep: { ok: true } }
      await store.write(docs, 'index', { done: 1 })
      await store.write(docs, 'index', value)
      await store.write(docs, 'empty', null)
      await store.write(docs, 'number', 0)
      await store.write(projectId('blog'), 'index', 'other')
      const reader = (await peer?.()) ?? store
      expect(await reader.read(docs, 'index')).toEqual(value)
      expect(await reader.read(docs, 'empty')).toBeNull()
      expect(await reader.read(docs, 'number')).toBe(0)
      expect(await reader.read(projectId('blog'), 'index')).toBe('other')
      expect(await reader.read(docs, 'never set')).toBeUndefined()
    },
  },
  {
    name: 'replaces a note only while it is the expected one, and of two writers at once lets one win',
    async run({ store, peer }) {
      const other = (await peer?.()) ?? store
      const first = { rows: ['é', 1], last: null }
      expect(await store.replace(docs, 'watch', { rows: [] }, 1)).toBe(false)
      expect(await store.read(docs, 'watch')).toBeUndefined()
      expect(await store.replace(docs, 'watch', undefined, first)).toBe(true)
      expect(await store.replace(docs, 'watch', undefined, 2)).toBe(false)
      const read = await other.read(docs, 'watch')
      const won = await Promise.all([
        store.replace(docs, 'watch', read, { by: 1 }),
        other.replace(docs, 'watch', read, { by: 2 }),
      ])
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await store.read(docs, 'watch')).toEqual({ by: won[0] ? 1 : 2 })
    },
  },
  {
    name: 'lists the notes of a key of all projects that have one',
    async run({ store, peer }) {
      const blog = projectId('blog')
      await store.write(docs, 'index', { done: 1 })
      await store.write(docs, 'index', null)
      await store.write(blog, 'index', 'other')
      await store.write(blog, 'order', 2)
      await store.write(projectId('api'), 'order', 3)
      const reader = (await peer?.()) ?? store
      expect(await reader.list('index')).toEqual(
        new Map<string, unknown>([
          ['docs', null],
          ['blog', 'other'],
        ]),
      )
      expect(await reader.list('never set')).toEqual(new Map())
    },
  },
  {
    name: 'knows nothing of projects without notes, and writes nothing under an aborted signal',
    async run({ store }) {
      expect(await store.read(projectId('nothing'), 'index')).toBeUndefined()
      const reason = new Error('gone')
      await expect(store.write(docs, 'index', 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
      expect(await store.read(docs, 'index')).toBeUndefined()
    },
  },
]

/** Registers the tests that every ProjectNotes must pass. */
export const projectNotesContract: ReturnType<typeof contractSuite<ProjectNotesContext>> = contractSuite(
  'ProjectNotes',
  projectNotesCases,
)
