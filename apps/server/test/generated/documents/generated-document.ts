import fc from 'fast-check'
import { hostileValues, hostileTexts as longTexts } from '../hostile-values.ts'
import { type DocumentKind, piecesOf } from './pieces.ts'

/** Time by length is measured elsewhere (packages/content/test/linear-time.test.ts); here the kinds of texts are many. */
const hostileTexts = longTexts.map((text) => text.slice(0, 2_000))

export interface GeneratedDocument {
  readonly name: string
  readonly content: Buffer
}

const EXTENSIONS: Readonly<Record<DocumentKind, readonly string[]>> = {
  markdown: ['md', 'md', 'markdown'],
  mdx: ['mdx'],
  asciidoc: ['adoc'],
  myst: ['md'],
  html: ['html'],
  openapi: ['openapi.json', 'openapi.yaml'],
}

/** A page of a format, or a description of an API: built of its pieces, spoiled, cut, or hostile from end to end. */
export function generatedDocument(
  kind: DocumentKind,
  corpus: readonly string[],
): fc.Arbitrary<Omit<GeneratedDocument, 'name'> & { extension: string }> {
  const text = kind === 'openapi' ? descriptions : pages(kind, corpus)
  return fc.record({
    extension: fc.constantFrom(...EXTENSIONS[kind]),
    content: fc.oneof(
      { weight: 30, arbitrary: text.map((each) => Buffer.from(each)) },
      {
        weight: 1,
        arbitrary: fc.tuple(text, fc.uint8Array({ maxLength: 50 })).map(([each, bytes]) => {
          const half = Buffer.from(each)
          return Buffer.concat([half.subarray(0, half.length / 2), bytes, half.subarray(half.length / 2)])
        }),
      },
      { weight: 1, arbitrary: text.map((each) => Buffer.from(`\ufeff${each.replaceAll('\n', '\r\n')}`)) },
    ),
  })
}

function pages(kind: DocumentKind, corpus: readonly string[]): fc.Arbitrary<string> {
  const pieces = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...piecesOf(kind)) },
    { weight: 1, arbitrary: hostileTexts },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    { weight: 1, arbitrary: fc.constantFrom(...piecesOf(kind)).chain((piece) => repeated(piece)) },
  )
  const separators = fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '', ' ', '\n  ', '\n> ', '\n- ', '\n\t')
  const built = fc.array(fc.tuple(pieces, separators), { maxLength: 25 }).map((all) => all.flat().join(''))
  const real = corpus.length === 0 ? built : fc.constantFrom(...corpus)
  const body = fc.oneof(
    { weight: 5, arbitrary: built },
    { weight: 3, arbitrary: spoiled(real, pieces) },
    { weight: 2, arbitrary: spoiled(built, pieces) },
    { weight: 1, arbitrary: hostileTexts },
  )
  return kind === 'html' || kind === 'asciidoc'
    ? body
    : fc.tuple(fc.oneof(fc.constant(''), frontmatter), body).map((parts) => parts.join(''))
}

const repeated = (piece: string) => fc.constantFrom(5, 20, 60).map((times) => piece.repeat(times))

/** A text with a part cut out, doubled, or replaced. */
function spoiled(texts: fc.Arbitrary<string>, pieces: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const change = fc.tuple(place, place, fc.constantFrom('cut', 'double', 'insert'), pieces)
  return fc.tuple(texts, fc.array(change, { minLength: 1, maxLength: 4 })).map(([text, changes]) =>
    changes.reduce((now, [at, length, how, piece]) => {
      const from = Math.floor(at * now.length)
      const to = from + Math.floor(length * Math.min(200, now.length - from))
      const middle = { cut: '', double: now.slice(from, to).repeat(2), insert: piece }[how] ?? ''
      return now.slice(0, from) + middle + now.slice(how === 'insert' ? from : to)
    }, text),
  )
}

const FIELDS = [
  'title',
  'description',
  'slug',
  'sidebar_label',
  'sidebar_position',
  'hidden',
  'tags',
  'openapi',
  'redirect_from',
  'id',
  'aliases',
  'url',
  'permalink',
  'lang',
  'version',
  'groups',
  'keywords',
  'draft',
  'icon',
  'layout',
  '__proto__',
  'myst',
]

const frontmatter: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...FIELDS), frontmatterValues()), { maxLength: 6 }),
    fc.constantFrom('---', '---', '---', '+++', '----'),
    fc.constantFrom('\n---\n', '\n---\n', '\n+++\n', '\n', '\n...\n', '\n--- \n'),
  )
  .map(
    ([fields, open, close]) =>
      `${open}\n${fields.map(([key, value]) => `${key}: ${value}`).join('\n')}${close}`,
  )

function frontmatterValues(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      'Text',
      '"quoted: \\u00e4"',
      '|\n  block\n  more',
      '>-\n  folded',
      '[a, b',
      '{a: {b: c}}',
      '&a [*a]',
      '*missing',
      '!!js/function x',
      '!!binary AAA',
      '2024-02-30',
      '.inf',
      '0o17',
      'yes',
      '~',
      "'it''s'",
      '- a\n- b',
      '? a\n: b',
      '<<: *x',
      'POST /users',
      '../../etc/passwd',
      '/a/b#c?d',
      '%zz',
      'null',
      '\t',
      '@at',
      '`tick`',
    ),
    hostileValues.map((value) => JSON.stringify(value).slice(0, 3_000)),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head', 'trace', 'x-extra', 'GET']
const names = fc.oneof(
  fc.constantFrom('A', 'B', 'C', 'A~1B', 'ä', 'a b', '%20', '__proto__', 'constructor', ''),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
)
const references = fc.oneof(
  names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  fc.constantFrom(
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: 'other.yaml#/a' },
    { $ref: '' },
    { $ref: 'https://a.b/c' },
    { $ref: 1 },
  ),
)
const loose = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: hostileValues })

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    references,
    fc.record(
      {
        type: loose(
          fc.constantFrom<unknown>(
            'string',
            'integer',
            'object',
            'array',
            'null',
            ['string', 'null'],
            'file',
          ),
        ),
        format: loose(fc.constantFrom('date', 'uuid', 'int64', 'binary')),
        description: loose(fc.constantFrom(...piecesOf('markdown'))),
        enum: loose(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 4 })),
        example: loose(fc.jsonValue({ maxDepth: 2 })),
        default: hostileValues,
        items: loose(tie('schema')),
        properties: loose(fc.dictionary(names, tie('schema'), { maxKeys: 4 })),
        additionalProperties: loose(tie('schema')),
        required: loose(fc.array(names, { maxLength: 3 })),
        allOf: loose(fc.array(tie('schema'), { maxLength: 3 })),
        oneOf: loose(fc.array(tie('schema'), { maxLength: 3 })),
        discriminator: loose(fc.record({ propertyName: names })),
        minimum: hostileValues,
        pattern: loose(fc.constantFrom('^(a+)+$', '[', '\\d{1,9}')),
      },
      { requiredKeys: [] },
    ),
  ),
}))

const media = loose(
  fc.dictionary(
    fc.constantFrom('application/json', '*/*', 'multipart/form-data', 'text/plain', ''),
    loose(
      fc.record(
        { schema: loose(schema), example: hostileValues, examples: hostileValues },
        { requiredKeys: [] },
      ),
    ),
    { maxKeys: 2 },
  ),
)
const parameter = fc.oneof(
  references,
  fc.record(
    {
      name: loose(names),
      in: loose(fc.constantFrom('path', 'query', 'header', 'cookie', 'body')),
      schema: loose(schema),
      required: hostileValues,
    },
    { requiredKeys: [] },
  ),
)
const operation = fc.record(
  {
    operationId: loose(names),
    summary: loose(fc.string({ unit: 'grapheme', maxLength: 40 })),
    description: loose(fc.constantFrom(...piecesOf('mdx'))),
    tags: loose(fc.array(names, { maxLength: 2 })),
    parameters: loose(fc.array(parameter, { maxLength: 4 })),
    requestBody: loose(fc.record({ content: media, required: fc.boolean() }, { requiredKeys: [] })),
    responses: loose(
      fc.dictionary(
        fc.constantFrom('200', '404', 'default', '2XX', ''),
        loose(fc.record({ description: loose(names), content: media }, { requiredKeys: [] })),
        { maxKeys: 3 },
      ),
    ),
    security: hostileValues,
    servers: hostileValues,
    deprecated: fc.boolean(),
  },
  { requiredKeys: [] },
)

const descriptions: fc.Arbitrary<string> = fc
  .record(
    {
      openapi: loose(fc.constantFrom('3.1.0', '3.0.3', '3.2.0', '2.0', '99')),
      info: loose(
        fc.record(
          { title: loose(names), version: loose(names), description: loose(names) },
          { requiredKeys: [] },
        ),
      ),
      servers: loose(
        fc.array(loose(fc.record({ url: loose(fc.constantFrom('/', 'https://{a}.b/c', 'http://[', '')) })), {
          maxLength: 2,
        }),
      ),
      paths: loose(
        fc.dictionary(
          fc.oneof(
            fc.constantFrom('/', '/a/{b}', '/{a}/{a}', '//', 'no-slash'),
            names.map((name) => `/${name}`),
          ),
          loose(fc.dictionary(fc.constantFrom(...METHODS), loose(operation), { maxKeys: 3 })),
          { maxKeys: 4 },
        ),
      ),
      components: loose(
        fc.record({ schemas: loose(fc.dictionary(names, schema, { maxKeys: 5 })) }, { requiredKeys: [] }),
      ),
      tags: hostileValues,
      webhooks: hostileValues,
    },
    { requiredKeys: ['openapi'] },
  )
  .chain((value) => {
    const text = JSON.stringify(value)
    return fc.oneof({ weight: 9, arbitrary: fc.constant(text) }, spoiled(fc.constant(text), hostileTexts))
  })
