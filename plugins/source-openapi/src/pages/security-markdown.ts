import type { Description } from '../description/description.ts'
import { isInternal, type Json, listOf, objectOf, textOf } from '../description/values.ts'
import { about, code } from '../schema/schema-facts.ts'

/** What a request must prove, each alternative on a line. */
export function securityMarkdown(requirements: unknown, description: Description): string[] {
  const lines = listOf(requirements).map((each) => {
    const schemes = Object.entries(objectOf(each)).map(([name, scopes]) =>
      requirement(name, scopes, description),
    )
    return `- ${schemes.join(' and ') || 'Nothing.'}`
  })
  return [...new Set(lines)]
}

/** Every way to prove who sends a request, with its addresses and scopes. */
export function schemesMarkdown(description: Description): string[] {
  return Object.keys(schemesOf(description)).flatMap((name) => {
    const { value, file } = schemeOf(name, description)
    if (isInternal(value)) return []
    const url = textOf(value.openIdConnectUrl) ?? textOf(value.oauth2MetadataUrl)
    return [
      [
        `- ${code(name)}${kindOf(value)}${about({}, description.text(value.description, file))}`,
        ...(url === undefined ? [] : [`  - See ${url}.`]),
        ...flowsOf(value).flatMap(flowLines),
      ].join('\n'),
    ]
  })
}

function requirement(name: string, scopes: unknown, description: Description): string {
  const { value, file } = schemeOf(name, description)
  const told = Object.assign({}, ...flowsOf(value).map(([, flow]) => objectOf(flow.scopes)))
  const needed = listOf(scopes).map((scope) => {
    const says = textOf(told[String(scope)])
    return says === undefined ? code(scope) : `${code(scope)} (${says})`
  })
  const scoped = needed.length === 0 ? '' : ` with the scopes ${needed.join(', ')}`
  return `${code(name)}${kindOf(value)}${scoped}${about({}, description.text(value.description, file))}`
}

function flowLines([kind, flow]: [string, Json]): string[] {
  const urls = ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl', 'refreshUrl'].flatMap(
    (key) => textOf(flow[key]) ?? [],
  )
  return [
    `  - ${code(kind)}${urls.length === 0 ? '' : `: ${urls.join(', ')}`}`,
    ...Object.entries(objectOf(flow.scopes)).map(
      ([scope, says]) => `    - ${code(scope)}${about({}, textOf(says))}`,
    ),
  ]
}

/** In Swagger 2.0, a scheme is its only flow. */
function flowsOf(value: Json): [string, Json][] {
  if (typeof value.flow === 'string') return [[value.flow, value]]
  return Object.entries(objectOf(value.flows)).map(([kind, flow]) => [kind, objectOf(flow)])
}

function kindOf(value: Json): string {
  const kind = [textOf(value.type), textOf(value.scheme), textOf(value.in), textOf(value.name)].filter(
    Boolean,
  )
  return kind.length === 0 ? '' : ` (${kind.join(' ')})`
}

function schemeOf(name: string, description: Description) {
  return description.resolve(schemesOf(description)[name])
}

function schemesOf({ root }: Description): Json {
  return objectOf(objectOf(root.components).securitySchemes ?? root.securityDefinitions)
}
