import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const TOKENS = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').replace(/\s+/g, ' ')
const THEMES = ['light', 'dark'] as const

type Oklch = readonly [lightness: number, chroma: number, hue: number]

/** Accents that companies have, and every hue at three lightnesses, pale and as strong as screens can show. */
const ACCENTS: readonly string[] = [
  ...[
    '#5b21b6',
    '#e11d48',
    '#ffcc00',
    '#000000',
    '#ffffff',
    '#808080',
    '#00ff00',
    '#0000ff',
    '#ff00ff',
    '#0a7562',
  ],
  ...[0.35, 0.6, 0.85].flatMap((lightness) =>
    [0.02, 0.1, 0.2, 0.32].flatMap((chroma) =>
      Array.from({ length: 36 }, (_, step) => hexOf([lightness, chroma, step * 10])),
    ),
  ),
]

/** Texts and what they stand on. */
const PAIRS = [
  ['--accent', '--n1'],
  ['--accent', '--n2'],
  ['--accent', '--n3'],
  ['--accent', '--accent-soft'],
  ['--accent-strong', '--n1'],
  ['--accent-strong', '--accent-soft'],
  ['--on-accent', '--accent-solid'],
  ['--on-accent', '--accent-strong'],
  ['--n12', '--accent-soft'],
  ['--n11', '--accent-soft'],
] as const

describe.each(THEMES)('the shades of any accent in the %s theme', (theme) => {
  test.each(PAIRS)('%s can be read on %s', (text, background) => {
    const worst = ACCENTS.map((accent) => ({
      accent,
      contrast: contrast(shade(text, theme, accent), shade(background, theme, accent)),
    })).toSorted((one, other) => one.contrast - other.contrast)[0]
    expect(worst?.contrast, worst?.accent).toBeGreaterThanOrEqual(4.5)
  })
})

test('without an accent, the shades are those of Docent, and each has the hue of the brand', () => {
  expect(shade('--accent', 'light', hexOf([0.48, 0.09, 178]))[1]).toBeCloseTo(0.09, 2)
  for (const name of ['--accent', '--accent-solid', '--accent-soft', '--accent-line', '--accent-strong'])
    for (const theme of THEMES) expect(written(name, theme)).toContain('from var(--brand)')
})

function written(name: string, theme: (typeof THEMES)[number]): string {
  const [, light = '', dark = ''] =
    new RegExp(`${name}: light-dark\\( ?(oklch\\(.*?\\)), (oklch\\(.*?\\)) ?\\);`).exec(TOKENS) ?? []
  expect(light, name).not.toBe('')
  return theme === 'light' ? light : dark
}

/** What a browser makes of a token: the functions that the file uses, and no others. */
function shade(name: string, theme: (typeof THEMES)[number], accent: string): Oklch {
  const value = written(name, theme)
  const fixed = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
  if (fixed) return [Number(fixed[1]), Number(fixed[2]), Number(fixed[3])]
  const derived =
    /^oklch\(from var\(--brand\) ([\d.]+) min\((?:c|calc\(c \* ([\d.]+)\)), ([\d.]+)\) h\)$/.exec(value)
  expect(derived, value).not.toBeNull()
  const [, lightness, factor = 1, most] = derived ?? []
  const [, chroma, hue] = oklchOf(accent)
  return [Number(lightness), Math.min(chroma * Number(factor), Number(most)), hue]
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Oklch, other: Oklch): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: Oklch): number {
  const [red = 0, green = 0, blue = 0] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Browsers cut what a screen cannot show. @see https://bottosson.github.io/posts/oklab/ */
function linearOf([lightness, chroma, hue]: Oklch): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)))
}

function oklchOf(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const [x, y] = [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(x, y),
    ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360,
  ]
}

function hexOf(color: Oklch): string {
  const bytes = linearOf(color).map((value) =>
    Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)),
  )
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
