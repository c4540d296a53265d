import fc from 'fast-check'
import type { ApiOperation } from '../../../../../packages/http/src/open-api/api-document.ts'
import { hostileTexts, hostileValues } from '../hostile-values.ts'
import type { RequestKind } from './generated-request.ts'
import { valuesOf } from './schema-values.ts'

/** Addresses in bodies: the server would look up repositories, models and websites there. */
const ADDRESS = /(https?|ssh|git|wss?|file):[\\/]*[^\s"\\/]*/gi

/** Nothing outside of this machine is asked for anything. */
const onThisMachine = (text: string) =>
  text.replace(ADDRESS, (_, scheme: string) => (scheme === 'file' ? 'file://' : `${scheme}://localhost:9`))

/** The body of a request, as it goes over the wire. */
export function bodyOf(
  { requestBody }: ApiOperation,
  kind: RequestKind,
): fc.Arbitrary<string | Buffer | undefined> {
  const media = requestBody?.content['application/json'] ?? requestBody?.content['*/*']
  if (!media)
    return kind === 'hostile' ? fc.oneof(fc.constant(undefined), brokenBodies) : fc.constant(undefined)
  const made = valuesOf(media.schema)
  const valid = media.example === undefined ? made : fc.oneof(made, blended(made, media.example))
  const values = kind === 'valid' ? valid : valid.chain((value) => spoiled(value))
  const texts = values.map((value) => onThisMachine(JSON.stringify(value)))
  return kind === 'hostile' ? fc.oneof(texts, brokenBodies) : texts
}

/** The example with some fields of a made value. */
function blended(made: fc.Arbitrary<unknown>, example: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(made, fc.infiniteStream(fc.boolean())).map(([value, takes]) => {
    if (!isObject(example) || !isObject(value)) return example
    const taken = Object.entries(value).filter(() => takes.next().value)
    return { ...example, ...Object.fromEntries(taken) }
  })
}

/** The value with something hostile in one of its places, in a place that it has not, or without one. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const places: (readonly (string | number)[])[] = []
  const collect = (at: unknown, place: readonly (string | number)[]) => {
    places.push(place)
    if (place.length < 5 && typeof at === 'object' && at !== null)
      for (const [key, each] of Object.entries(at)) collect(each, [...place, key])
  }
  collect(value, [])
  return fc
    .tuple(
      fc.constantFrom(...places),
      hostileValues,
      fc.constantFrom('replace', 'add', 'remove'),
      hostileTexts,
    )
    .map(([place, hostile, how, name]) => {
      const copy = structuredClone(value)
      const last = place.at(-1)
      if (last === undefined)
        return how === 'add' && isObject(copy) ? { ...copy, [name.slice(0, 99)]: hostile } : hostile
      let parent = copy as Record<string | number, unknown>
      for (const key of place.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>
      if (how === 'remove') delete parent[last]
      else if (how === 'add' && isObject(parent[last])) parent[last][name.slice(0, 99)] = hostile
      else parent[last] = hostile
      return copy
    })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const brokenBodies: fc.Arbitrary<string | Buffer> = fc.oneof(
  hostileTexts,
  hostileTexts.map((text) => `"${text}"`),
  fc.constantFrom(
    '[',
    '{',
    '{"a":',
    '['.repeat(50_000),
    '{"a":'.repeat(20_000),
    '"\\ud800"',
    '\ufeff{}',
    '1e999',
    '{"a":1,"a":2}',
  ),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
)
