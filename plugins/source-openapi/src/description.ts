import { normalizePath } from './file-path.ts'

export type Json = Readonly<Record<string, unknown>>

/** A reference that leads nowhere. */
export interface MissingReference {
  /** That it stands in. */
  file: string
  target: string
}

const MOST_MISSING = 100

/** An OpenAPI description with the files it refers to, and a way through their references. */
export class Description {
  /** Repository-relative, posix. */
  readonly file: string
  readonly root: Json
  readonly #documents: ReadonlyMap<string, unknown>
  readonly #missing = new Map<string, MissingReference>()

  /** @param documents parsed files by path, this one among them */
  constructor(file: string, documents: ReadonlyMap<string, unknown>) {
    this.file = file
    this.#documents = documents
    this.root = objectOf(documents.get(file))
  }

  /** References that were followed and lead nowhere, each once. */
  get missing(): MissingReference[] {
    return [...this.#missing.values()]
  }

  /**
   * What a value is, through as many references as it takes. A reference that leads nowhere, or in a circle of nothing
   * but references, is an empty object.
   */
  resolve(value: unknown, base = this.file): Resolved {
    let current: Resolved = { value: objectOf(value), file: base }
    for (let hops = 0; typeof current.value.$ref === 'string'; hops++) {
      if (hops > 50) return { value: {}, file: base }
      const next = this.#follow(current.value.$ref, current.file)
      // OpenAPI 3.1 lets a summary and a description stand beside a reference.
      const { $ref: _ref, ...beside } = current.value
      current = { ...next, value: { ...objectOf(next.value), ...beside } }
    }
    return current
  }

  #follow(reference: string, base: string): Resolved {
    const [target = '', pointer = ''] = reference.split('#', 2)
    const file = target === '' ? base : normalizePath(`${base.split('/').slice(0, -1).join('/')}/${target}`)
    let value = this.#documents.get(file)
    for (const part of pointer.split('/').slice(1)) {
      const key = decodePart(part)
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Json)[key]
          : undefined
    }
    if (value === undefined && this.#missing.size < MOST_MISSING)
      this.#missing.set(`${base} ${reference}`, { file: base, target: reference })
    const name = pointer.split('/').at(-1)
    return {
      value: objectOf(value),
      file,
      key: `${file}#${pointer}`,
      ...(name ? { name: decodePart(name) } : {}),
    }
  }
}

export interface Resolved {
  value: Json
  /** The file it stands in: its own references count from there. */
  file: string
  /** Of the place that a reference led to. */
  key?: string
  /** Last part of the reference, such as the name of a schema. */
  name?: string
}

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text that says something; undefined otherwise. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** RFC 6901, percent-encoded as in a URL fragment. */
function decodePart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  return /%[\da-f]{2}/i.test(plain) && URL.canParse(`x:${plain}`) ? safelyDecoded(plain) : plain
}

function safelyDecoded(text: string): string {
  const decoded = Buffer.from(
    text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
