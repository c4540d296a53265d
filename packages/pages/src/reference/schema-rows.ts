import { type ApiDocument, resolveSchema, type Schema, withoutNull } from '@docent/http'
import { type Html, html } from '../html/html.ts'

const MAX_DEPTH = 6

/** The fields of an object as nested lists. Arrays show what they hold, alternatives stand one after another. */
export function schemaRows(given: Schema, document: ApiDocument, depth = 0): Html | undefined {
  const { schema } = withoutNull(resolveSchema(given, document))
  if (schema.items !== undefined) return schemaRows(schema.items, document, depth)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    const shown = alternatives
      .map((one) => schemaRows(one, document, depth))
      .filter((one) => one !== undefined)
    return shown.length === 0 ? undefined : html`${shown}`
  }
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0 || depth > MAX_DEPTH) return undefined
  const required = new Set(schema.required)
  return html`<ul class="fields">${fields.map(([name, field]) => row(name, field, required.has(name), document, depth))}</ul>`
}

function row(name: string, field: Schema, isRequired: boolean, document: ApiDocument, depth: number): Html {
  const { schema } = withoutNull(resolveSchema(field, document))
  return html`<li><p><code class="name">${name}</code> <span class="type">${typeOf(field, document)}</span>${
    isRequired ? html` <span class="required">required</span>` : undefined
  }${schema.default === undefined ? undefined : html` <span class="type">default <code>${JSON.stringify(schema.default)}</code></span>`}</p>
${schema.description === undefined ? undefined : html`<p class="about">${inline(schema.description)}</p>`}
${schemaRows(field, document, depth + 1)}</li>`
}

/** A type in words: "array of string, 1 to 200 items", "“up” or “down”". */
export function typeOf(given: Schema, document: ApiDocument): string {
  const { schema, isNullable } = withoutNull(resolveSchema(given, document))
  const words = [baseType(schema, document), boundsOf(schema), isNullable ? 'or null' : undefined]
  return words.filter((word) => word !== undefined).join(' ')
}

function baseType(schema: Schema, document: ApiDocument): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined)
    return [...new Set(alternatives.map((one) => typeOf(one, document)))].join(' | ')
  if (schema.items !== undefined) return `array of ${typeOf(schema.items, document)}`
  if (schema.format === 'date-time') return 'date-time'
  if (schema.format === 'uri') return 'URL'
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any')
}

function boundsOf(schema: Schema): string | undefined {
  const pairs: ReadonlyArray<readonly [number | undefined, number | undefined, string]> = [
    [schema.minimum, schema.maximum, ''],
    [schema.minLength, schema.maxLength, ' characters'],
    [schema.minItems, schema.maxItems, ' items'],
  ]
  for (const [least, most, unit] of pairs) {
    // The bounds of safe integers are those of the format, not of the API.
    if (most !== undefined && Math.abs(most) >= Number.MAX_SAFE_INTEGER) continue
    if (least !== undefined && most !== undefined) return `(${least} to ${most}${unit})`
    if (most !== undefined) return `(at most ${most}${unit})`
  }
  return undefined
}

/** A description's `code`, as such. */
export function inline(text: string): Html {
  const pieces = text.split(/`([^`]+)`/)
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`
}
