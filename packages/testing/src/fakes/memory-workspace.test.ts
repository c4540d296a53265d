import { expect, test } from 'vitest'
import type { ContractCase } from '../contracts/contract-case.ts'
import type { ContractRepository, WorkspacesContext } from '../contracts/workspaces-context.ts'
import { editingCases } from '../contracts/workspaces-editing.ts'
import { readingCases } from '../contracts/workspaces-reading.ts'
import type { SeedFile } from '../material/seed-file.ts'
import { MemoryWorkspace } from './memory-workspace.ts'

const CASES = [...readingCases, ...editingCases]

/** Each with the reason why it does not apply. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'summarises additions, modifications, deletions and renames with their lines': 'diff lists whole files',
}

function context(): WorkspacesContext {
  const repositories = new Map<string, Readonly<Record<string, SeedFile>>>()
  const unused = () => Promise.reject(new Error('Nothing is published in memory.'))
  const workspaces = {
    open: async ({ repository }: { repository: string }) =>
      new MemoryWorkspace(repositories.get(repository) ?? {}, repository),
    forget: async () => undefined,
  }
  return {
    workspaces,
    others: workspaces,
    async makeRepository(files): Promise<ContractRepository> {
      const url = `memory:${repositories.size}`
      repositories.set(url, files)
      return {
        url,
        remote: async () => ({ url }),
        commitDirectly: unused,
        moveBranch: unused,
        tip: async () => url,
        parents: unused,
        files: unused,
      }
    },
  }
}

test.each(CASES.filter(({ name }) => !(name in LEFT_OUT)).map((each) => [each.name, each] as const))(
  'a workspace in memory %s',
  (_name, each: ContractCase<WorkspacesContext>) => each.run(context(), async () => context()),
)

test('what is left out of the suite is in the suite', () => {
  expect(Object.keys(LEFT_OUT).every((name) => CASES.some((each) => each.name === name))).toBe(true)
})
