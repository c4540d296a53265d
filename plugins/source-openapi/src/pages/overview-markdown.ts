import type { Description } from '../description/description.ts'
import type { Operation } from '../description/operation.ts'
import { isInternal, listOf, objectOf, textOf } from '../description/values.ts'
import { list, section } from './section.ts'
import { schemesMarkdown } from './security-markdown.ts'
import { serversMarkdown, serversOf } from './servers-markdown.ts'

/** What a description says of the API as a whole; empty when it says nothing. */
export function overviewMarkdown(description: Description, shown: readonly Operation[]): string {
  const { root, file } = description
  const { value: info } = description.resolve(root.info)
  const contact = objectOf(info.contact)
  const license = objectOf(info.license)
  const facts = [
    ['Terms of service', textOf(info.termsOfService)],
    ['Contact', textOf(contact.url) ?? textOf(contact.email)],
    ['License', [textOf(license.name), textOf(license.url)].filter(Boolean).join(', ') || undefined],
    ['More', textOf(objectOf(root.externalDocs).url)],
  ].flatMap(([label, address]) => (address === undefined ? [] : [`- ${label}: ${address}`]))
  const parts = [
    ...[textOf(info.summary), description.text(info.description, file)].filter((text) => text !== undefined),
    ...section(2, 'Servers', list(serversMarkdown(serversOf(description)))),
    ...section(2, 'Authorization', list(schemesMarkdown(description))),
    ...tagsOf(description, shown),
    ...section(2, 'Links', list(facts)),
  ]
  const version = info.version === undefined ? [] : [`Version \`${info.version}\`.`]
  return parts.length === 0 ? '' : `${[...version, ...parts].join('\n\n')}\n`
}

/** The tags that somebody describes, without those of operations that not everybody may see. */
function tagsOf(description: Description, shown: readonly Operation[]): string[] {
  const visible = new Set(shown.flatMap(({ operation }) => listOf(operation.value.tags)))
  const { paths, webhooks, 'x-webhooks': older } = description.root
  const items = [paths, webhooks, older]
    .flatMap((each) => Object.values(objectOf(each)))
    .map((item) => description.resolve(item))
  const operations = items.flatMap(({ value, file }) =>
    Object.values(value).map((each) => description.resolve(each, file)),
  )
  const used = new Set(operations.flatMap(({ value }) => listOf(value.tags)))
  return listOf(description.root.tags).flatMap((each) => {
    const { value: tag, file } = description.resolve(each)
    const name = textOf(tag.name)
    const docs = textOf(objectOf(tag.externalDocs).url)
    const says = [
      textOf(tag.summary),
      description.text(tag.description, file),
      docs && `See ${docs}.`,
    ].filter((text) => text !== undefined)
    if (name === undefined || says.length === 0 || isInternal(tag)) return []
    if (used.has(name) && !visible.has(name)) return []
    return [`## ${textOf(tag['x-displayName']) ?? name}`, ...says]
  })
}
