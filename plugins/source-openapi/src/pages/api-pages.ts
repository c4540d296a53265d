import { MARKDOWN_EXTENSION } from '@docent/content'
import { defined } from '@docent/core/plugin'
import GithubSlugger, { slug } from 'github-slugger'
import { stringify } from 'yaml'
import type { Description } from '../description/description.ts'
import { listOperations, type Operation, operationName, operationTitle } from '../description/operation.ts'
import { isInternal, listOf, objectOf, textOf } from '../description/values.ts'
import { type NamedSchema, NamedSchemas } from '../schema/named-schemas.ts'
import { factsOf, typeOf } from '../schema/schema-facts.ts'
import { SchemaLines } from '../schema/schema-lines.ts'
import { operationMarkdown } from './operation-markdown.ts'
import { overviewMarkdown } from './overview-markdown.ts'

/** Of a file, before it is counted up. */
const LONGEST_NAME = 120

/** A page made from a description: of an operation, of a schema, or of the whole. */
export interface ApiPage {
  /** Below the folder of the API, such as `users/create-a-user.md`. */
  path: string
  kind: 'operation' | 'schema' | 'overview'
  /** `POST /users`, the name of a schema, or the title of the API. */
  name: string
  /** Markdown without frontmatter and title: what a page of its own can take in. */
  body: string
  /** Its frontmatter. */
  head: string
}

/** Gives each operation its address below the folder of the API, or one with a slash before it below the site. */
export type AddressScheme = (operation: Operation) => string

/**
 * One page for each operation that readers may see, one for each schema that is too large to stand where it is used, and
 * one for the API as a whole. Paths are unique.
 */
export function apiPages(description: Description, addressOf: AddressScheme = addressesByTag()): ApiPage[] {
  const { root, file } = description
  if (isInternal(root) || isInternal(root.info)) return []
  const schemas = new NamedSchemas(description)
  const shown = listOperations(description).filter(({ operation }) => operation.value['x-excluded'] !== true)
  const operations = shown.map((operation): ApiPage => {
    // What few may see is on their page alone.
    const linked = groupsOf(operation).length === 0 ? schemas : undefined
    const body = operationMarkdown(operation, description, linked)
    const path = addressOf(operation) + MARKDOWN_EXTENSION
    return { path, kind: 'operation', name: operationName(operation), body, head: operationHead(operation) }
  })
  const own: ApiPage[] = []
  // One by one: each page may lead to further schemas.
  for (const schema of schemas.all()) own.push(schemaPage(schema, description, schemas))
  const overview =
    shown.length === 0
      ? ''
      : overviewMarkdown(
          description,
          shown.filter((operation) => groupsOf(operation).length === 0),
        )
  if (overview === '') return [...operations, ...own]
  const title = textOf(objectOf(root.info).title) ?? 'Overview'
  const head = frontmatter({ title, openapi: file })
  const path = `overview${MARKDOWN_EXTENSION}`
  return [{ path, kind: 'overview', name: title, body: overview, head }, ...operations, ...own]
}

function schemaPage(
  { name, path, at }: NamedSchema,
  description: Description,
  schemas: NamedSchemas,
): ApiPage {
  const lines = new SchemaLines(description, schemas)
  const { value, file } = at
  lines.write(value, file)
  if (lines.isCut) description.report(file, `${name} has more fields than its page shows.`)
  const facts = [`Type: ${typeOf(value, file, description)}.`, ...factsOf(value)].join(' ')
  const body = [facts, lines.take().join('\n')].filter((part) => part !== '').join('\n\n')
  const head = frontmatter({ title: name, 'openapi-schema': name })
  return { path, kind: 'schema', name, body: `${body}\n`, head }
}

/** In folders by their first tag, under their title. */
function addressesByTag(): AddressScheme {
  const slugger = new GithubSlugger()
  return (operation) => {
    const [tag] = listOf(operation.operation.value.tags)
    const folder = slug(textOf(tag) ?? 'operations')
    // Unique over the whole API: a slugger counts up for a name that it gave before.
    const name = slugger
      .slug(`${folder}/${operationTitle(operation).slice(0, LONGEST_NAME)}`.replace('/', ' '))
      .slice(folder.length + 1)
    return `${folder}/${name || 'operation'}`
  }
}

function operationHead(operation: Operation): string {
  const { value } = operation.operation
  const description = textOf(value.description)?.split('\n')[0]
  const groups = groupsOf(operation)
  return frontmatter({
    title: operationTitle(operation),
    openapi: operationName(operation),
    ...defined({ description: description?.slice(0, 300) }),
    tags: listOf(value.tags).filter((tag) => typeof tag === 'string'),
    ...(groups.length === 0 ? {} : { groups }),
    ...(value['x-hidden'] === true ? { hidden: true } : {}),
  })
}

/** Readers that may see it; nobody named are all. */
function groupsOf({ operation, groups }: Operation): unknown[] {
  const mint = objectOf(operation.value['x-mint'])
  return [...listOf(objectOf(mint.metadata).groups), ...listOf(groups), ...listOf(mint.groups)]
}

function frontmatter(data: object): string {
  return `---\n${stringify(data)}---\n`
}
