import { checkOpenapi, isOpenapi, openapiReferences, type Problem } from '@docent/content'
import type { DocsRevision } from '../site/docs-revision.ts'

/** Problems of an OpenAPI description; none for a file that is no such. */
export async function openapiProblems(revision: DocsRevision, file: string): Promise<Problem[]> {
  const source = await revision.text(file)
  if (source === undefined || !isOpenapi(file, source)) return []
  const texts = new Map<string, string | undefined>()
  for (const path of openapiReferences(source, file)) texts.set(path, await revision.text(path))
  return checkOpenapi(source, file, {
    hasFile: (path) => revision.files.has(path),
    readFile: (path) => texts.get(path),
  })
}

/** True for an OpenAPI description in a revision. */
export async function isDescription(revision: DocsRevision, file: string): Promise<boolean> {
  return isOpenapi(file, (await revision.text(file)) ?? '')
}
