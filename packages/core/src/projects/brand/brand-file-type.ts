import { DocentError } from '../../errors/docent-error.ts'
import type { BrandSlot } from './brand.ts'
import { pictureType } from './picture-type.ts'

const KIB = 1_024
const LOGO = { types: ['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg'], most: 256 * KIB }

const RULES: Readonly<Record<BrandSlot, { types: readonly string[]; most: number }>> = {
  'logo-light': LOGO,
  'logo-dark': LOGO,
  favicon: { types: ['image/svg+xml', 'image/png', 'image/x-icon'], most: 64 * KIB },
  'social-image': { types: ['image/png', 'image/jpeg', 'image/webp'], most: 700 * KIB },
  font: { types: ['font/woff2'], most: 512 * KIB },
}

/** What could run, or load something, in small letters. Files are also served so that nothing in them runs. */
const ACTIVE = [
  '<script',
  '<foreignobject',
  '<iframe',
  '<embed',
  '<object',
  '<handler',
  '<set',
  '<animate',
  '<!entity',
  'javascript:',
  '@import',
]
const HANDLER = /\son[a-z]{1,40}\s{0,40}=/

/**
 * The type of a file by its content, whatever it is called.
 * @throws DocentError `invalid_request` for a file that is too large, of another type, or an SVG that can do something.
 */
export function brandFileType(slot: BrandSlot, content: Uint8Array): string {
  const { types, most } = RULES[slot]
  if (content.length > most) throw refused(slot, `The file is larger than ${most / KIB} KiB.`)
  const type = isWoff2(content) ? 'font/woff2' : pictureType('brand.svg', content)
  if (type === undefined || !types.includes(type))
    throw refused(slot, `Use a file of one of these types: ${types.map(shortName).join(', ')}.`)
  if (type === 'image/svg+xml' && isActive(content))
    throw refused(
      slot,
      'The SVG contains a script, an animation, or another active part. Export it as a plain SVG.',
    )
  return type
}

function isActive(content: Uint8Array): boolean {
  const text = Buffer.from(content).toString('utf8').toLowerCase()
  return HANDLER.test(text) || ACTIVE.some((part) => text.includes(part))
}

function isWoff2(content: Uint8Array): boolean {
  return Buffer.from(content.subarray(0, 4)).toString('latin1') === 'wOF2'
}

function shortName(type: string): string {
  return (type.split('/')[1] ?? type).replace('svg+xml', 'SVG').replace('x-icon', 'ICO').toUpperCase()
}

function refused(slot: BrandSlot, message: string): DocentError {
  return new DocentError('invalid_request', message, { issues: [{ path: slot, message }] })
}
