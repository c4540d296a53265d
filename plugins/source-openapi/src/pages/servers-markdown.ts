import type { Description } from '../description/description.ts'
import { swaggerServers } from '../description/swagger-2.ts'
import { isInternal, listOf, objectOf, textOf } from '../description/values.ts'
import { about, code } from '../schema/schema-facts.ts'

/** The servers of a whole description. */
export function serversOf({ root }: Description): readonly unknown[] {
  return root.servers === undefined ? swaggerServers(root) : listOf(root.servers)
}

/** Addresses with what is said about them, and the values of their variables. */
export function serversMarkdown(servers: readonly unknown[]): string[] {
  return servers.flatMap((each) => {
    const server = objectOf(each)
    const url = textOf(server.url)
    if (url === undefined || isInternal(server)) return []
    const says = [textOf(server.name), textOf(server.description)].filter(Boolean).join(': ')
    const variables = Object.entries(objectOf(server.variables)).map(
      ([name, variable]) => `  - ${code(name)}${about(objectOf(variable))}`,
    )
    return [[`- ${code(url)}${about({}, says === '' ? undefined : says)}`, ...variables].join('\n')]
  })
}
