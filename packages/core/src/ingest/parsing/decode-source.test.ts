import { expect, test } from 'vitest'
import { decodeSource } from './decode-source.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  Uint8Array.from(Buffer.from(text, encoding))

test.each([
  ['UTF-16 with its mark', bytes('\ufeff# Lantern', 'utf16le'), 'UTF-16'],
  ['UTF-16 without it', bytes('# Lantern', 'utf16le'), 'binary data or UTF-16'],
  ['binary data', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'binary data'],
  [
    'a pointer of Git LFS',
    bytes('version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n'),
    'Git LFS',
  ],
])('refuses %s', (_what, content, reason) => {
  expect(decodeSource(content)).toEqual({ reason: expect.stringContaining(reason) })
})

test('reads UTF-8, and says where a text is none', () => {
  expect(decodeSource(bytes('# Küche \ufffd'))).toEqual({ text: '# Küche \ufffd' })
  expect(decodeSource(bytes(''))).toEqual({ text: '' })
  expect(decodeSource(bytes('# Lantern\0 and wick'))).toEqual({ text: '# Lantern\0 and wick' })
  expect(decodeSource(bytes('# A\n\nK\u00fcche', 'latin1'))).toEqual({
    text: '# A\n\nK\ufffdche',
    brokenLine: 3,
  })
})
