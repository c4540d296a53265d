import { MARKDOWN_EXTENSION } from '@docent/content'
import { defined } from '@docent/core/plugin'
import GithubSlugger, { slug } from 'github-slugger'
import { stringify } from 'yaml'
import { type Description, listOf, objectOf, textOf } from './description.ts'
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

/** Gives each operation its address below the folder of the API, or one with a slash before it below the site. */
export type AddressScheme = (operation: Operation) => string

/** One page for each operation that is not excluded (`x-excluded`). Paths are unique. */
export function operationPages(
  description: Description,
  addressOf: AddressScheme = addressesByTag(),
): OperationPage[] {
  return listOperations(description)
    .filter(({ operation }) => operation.value['x-excluded'] !== true)
    .map((operation) => {
      const body = renderOperation(operation, description)
      const path = addressOf(operation) + MARKDOWN_EXTENSION
      return { path, name: operationName(operation), body, text: `${frontmatter(operation)}\n${body}` }
    })
}

/** In folders by their first tag, under their title. */
function addressesByTag(): AddressScheme {
  const slugger = new GithubSlugger()
  return (operation) => {
    const [tag] = listOf(operation.operation.value.tags)
    const folder = slug(textOf(tag) ?? 'operations')
    // Unique over the whole API: a slugger counts up for a name that it gave before.
    const name = slugger
      .slug(`${folder}/${operationTitle(operation)}`.replace('/', ' '))
      .slice(folder.length + 1)
    return `${folder}/${name || 'operation'}`
  }
}

function frontmatter(operation: Operation): string {
  const { value } = operation.operation
  const description = textOf(value.description)?.split('\n')[0]
  const mint = objectOf(value['x-mint'])
  const groups = [
    ...listOf(objectOf(mint.metadata).groups),
    ...listOf(operation.groups),
    ...listOf(mint.groups),
  ]
  const data = {
    title: operationTitle(operation),
    openapi: operationName(operation),
    ...defined({ description: description?.slice(0, 300) }),
    tags: listOf(value.tags).filter((tag) => typeof tag === 'string'),
    // Readers of these groups alone may see it.
    ...(groups.length === 0 ? {} : { groups }),
    ...(value['x-hidden'] === true ? { hidden: true } : {}),
  }
  return `---\n${stringify(data)}---\n`
}
