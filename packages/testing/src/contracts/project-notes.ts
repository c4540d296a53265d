import { type ProjectNotes, projectId } from '@docent/core'
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
      await store.setState(docs, 'index', { done: 1 })
      await store.setState(docs, 'index', value)
      await store.setState(docs, 'empty', null)
      await store.setState(docs, 'number', 0)
      await store.setState(projectId('blog'), 'index', 'other')
      const reader = (await peer?.()) ?? store
      expect(await reader.state(docs, 'index')).toEqual(value)
      expect(await reader.state(docs, 'empty')).toBeNull()
      expect(await reader.state(docs, 'number')).toBe(0)
      expect(await reader.state(projectId('blog'), 'index')).toBe('other')
      expect(await reader.state(docs, 'never set')).toBeUndefined()
    },
  },
  {
    name: 'knows nothing of projects without notes, and writes nothing under an aborted signal',
    async run({ store }) {
      expect(await store.state(projectId('nothing'), 'index')).toBeUndefined()
      const reason = new Error('gone')
      await expect(store.setState(docs, 'index', 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      )
      expect(await store.state(docs, 'index')).toBeUndefined()
    },
  },
]

/** Registers the tests that every ProjectNotes must pass. */
export const projectNotesContract: ReturnType<typeof contractSuite<ProjectNotesContext>> = contractSuite(
  'ProjectNotes',
  projectNotesCases,
)
