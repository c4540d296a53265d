import type { CallOptions, Json, ProjectId } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { MemoryProjectNotes } from '../fakes/memory-project-notes.ts'
import { failingCases } from './contract-case.ts'
import { projectNotesCases, projectNotesContract } from './project-notes.ts'

class OneStateAProject extends MemoryProjectNotes {
  override write(project: ProjectId, _key: string, value: Json, options?: CallOptions) {
    return super.write(project, 'state', value, options)
  }
  override read(project: ProjectId, _key: string, options?: CallOptions) {
    return super.read(project, 'state', options)
  }
}

class MergesState extends MemoryProjectNotes {
  override async write(project: ProjectId, key: string, value: Json, options?: CallOptions) {
    const before = await super.read(project, key, options)
    const isObject = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each)
    const merged =
      isObject(before) && isObject(value)
        ? { ...(before as object), missing: 1, ...(value as object) }
        : value
    return super.write(project, key, merged as Json, options)
  }
}

class LosesNull extends MemoryProjectNotes {
  override async read(project: ProjectId, key: string, options?: CallOptions) {
    return (await super.read(project, key, options)) || undefined
  }
}

class ListsAllKeys extends MemoryProjectNotes {
  override async list(key: string, options?: CallOptions) {
    const [others, own] = await Promise.all([super.list('order', options), super.list(key, options)])
    return new Map([...others, ...own])
  }
}

class SharesStateOfProjects extends MemoryProjectNotes {
  override read(_project: ProjectId, key: string, options?: CallOptions) {
    return super.read('docs' as ProjectId, key, options)
  }
}

class ReplacesAlways extends MemoryProjectNotes {
  override async replace(project: ProjectId, key: string, _expected: Json | undefined, value: Json) {
    await super.write(project, key, value)
    return true
  }
}

projectNotesContract('memory', () => {
  return { store: new MemoryProjectNotes() }
})

describe('ProjectNotes contract', () => {
  test.each([
    { Broken: OneStateAProject, sentence: /state of a project by key/ },
    { Broken: MergesState, sentence: /state of a project by key/ },
    { Broken: LosesNull, sentence: /state of a project by key/ },
    { Broken: ListsAllKeys, sentence: /lists the notes of a key/ },
    { Broken: SharesStateOfProjects, sentence: /state of a project by key/ },
    { Broken: ReplacesAlways, sentence: /replaces a note only while/ },
  ])('catches a store that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(projectNotesCases, () => {
      return { store: new Broken() }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })
})
