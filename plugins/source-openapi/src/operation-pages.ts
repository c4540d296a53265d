import GithubSlugger, { slug } from 'github-slugger'
import { stringify } from 'yaml'
import { type Description, listOf, textOf } from './description.ts'
import { listOperations, type Operation, operationName, operationTitle } from './operation.ts'
import { renderOperation } from './render-operation.ts'

/** A page made from an operation. */
export interface OperationPage {
  /** Below the folder of the API, such as `users/create-a-user.md`. */
  path: string
  /** `POST /users` */
  name: string
  /** Markdown without frontmatter and title: what a page of its own can take in. */
  body: string
  /** Markdown with frontmatter. */
  text: string
}

/** One page for each operation, in folders by their first tag. Paths are unique. */
export function operationPages(description: Description): OperationPage[] {
  const slugger = new GithubSlugger()
  return listOperations(description).map((operation) => {
    const [tag] = listOf(operation.operation.value.tags)
    const folder = slug(textOf(tag) ?? 'operations')
    // Unique over the whole API: a slugger counts up for a name that it gave before.
    const name = slugger
      .slug(`${folder}/${operationTitle(operation)}`.replace('/', ' '))
      .slice(folder.length + 1)
    const body = renderOperation(operation, description)
    const path = `${folder}/${name || 'operation'}.md`
    return { path, name: operationName(operation), body, text: `${frontmatter(operation)}\n${body}` }
  })
}

function frontmatter(operation: Operation): string {
  const { value } = operation.operation
  const description = textOf(value.description)?.split('\n')[0]
  const data = {
    title: operationTitle(operation),
    openapi: operationName(operation),
    ...(description === undefined ? {} : { description: description.slice(0, 300) }),
    tags: listOf(value.tags).filter((tag) => typeof tag === 'string'),
  }
  return `---\n${stringify(data)}---\n`
}
