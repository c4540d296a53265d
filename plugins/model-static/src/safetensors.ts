import { z } from 'zod'

/** Numbers of one type and shape, as the file has them: a model in half precision takes half the memory. */
export interface Tensor {
  readonly shape: readonly number[]
  /** By its place in the flat order. */
  at(index: number): number
}

const HEADER = z.record(
  z.string(),
  z.object({
    dtype: z.string(),
    shape: z.array(z.number().int().min(0)),
    data_offsets: z.tuple([z.number().int().min(0), z.number().int().min(0)]),
  }),
)
const LENGTH_BYTES = 8
/** Of the format's definition. */
const LONGEST_HEADER = 100_000_000

/** How the types that such models use are read; every one is little-endian. */
const TYPES: Readonly<Record<string, { bytes: number; open(bytes: Uint8Array): ArrayLike<number> }>> = {
  F64: { bytes: 8, open: (bytes) => new Float64Array(aligned(bytes)) },
  F32: { bytes: 4, open: (bytes) => new Float32Array(aligned(bytes)) },
  F16: { bytes: 2, open: (bytes) => new Uint16Array(aligned(bytes)) },
  I64: { bytes: 8, open: (bytes) => Float64Array.from(new BigInt64Array(aligned(bytes)), Number) },
  I32: { bytes: 4, open: (bytes) => new Int32Array(aligned(bytes)) },
  U32: { bytes: 4, open: (bytes) => new Uint32Array(aligned(bytes)) },
  I8: { bytes: 1, open: (bytes) => new Int8Array(aligned(bytes)) },
}

/**
 * The tensors of a safetensors file: the length of a header, the header in JSON, then the numbers.
 * @throws RangeError or SyntaxError that says what is wrong with it
 */
export function readSafetensors(file: Uint8Array): ReadonlyMap<string, Tensor> {
  if (file.length < LENGTH_BYTES) throw new RangeError('it is too short')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const length = Number(view.getBigUint64(0, true))
  const start = LENGTH_BYTES + length
  if (length > LONGEST_HEADER || start > file.length) throw new RangeError('its header is longer than itself')
  const header: unknown = JSON.parse(new TextDecoder().decode(file.subarray(LENGTH_BYTES, start)))
  const { __metadata__: _, ...entries } = z.record(z.string(), z.unknown()).parse(header)
  const data = file.subarray(start)
  return new Map(
    Object.entries(HEADER.parse(entries)).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const type = Object.hasOwn(TYPES, dtype) ? TYPES[dtype] : undefined
        if (type === undefined)
          throw new RangeError(
            `its tensor "${name}" has the type ${dtype}, not ${Object.keys(TYPES).join(', ')}`,
          )
        const count = shape.reduce((product, size) => product * size, 1)
        if (to > data.length || to - from !== count * type.bytes)
          throw new RangeError(`its tensor "${name}" is not as long as its shape says`)
        const values = type.open(data.subarray(from, to))
        const half = dtype === 'F16' ? halves() : undefined
        const at =
          half === undefined
            ? (index: number) => values[index] ?? 0
            : (index: number) => half[values[index] ?? 0] ?? 0
        return [name, { shape, at }]
      },
    ),
  )
}

/** A copy, because a typed array begins at a multiple of its size and because the file should be freed. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

/** What each of the 65,536 numbers of half precision is worth. */
function halves(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, bits) => {
    const sign = bits & 0x8000 ? -1 : 1
    const exponent = (bits >> 10) & 31
    const fraction = bits & 1023
    if (exponent === 0) return sign * 2 ** -24 * fraction
    if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
    return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
  })
}
