import type { Element } from 'hast'

/** Classes of Tailwind, Starlight, and Material for an element of one theme, in the order in which they are told apart. */
const CLASSES: readonly (readonly [pattern: RegExp, theme: 'light' | 'dark'])[] = [
  [/(?:^|\s)(?:dark:(?:sl-)?hidden|only-light)(?:\s|$)/, 'light'],
  [
    /(?:^|\s)(?:light:(?:sl-)?hidden|only-dark|hidden(?:\s[^\n]{0,500})?\sdark:(?:block|inline|flex)|dark:(?:block|inline|flex)(?:\s[^\n]{0,500})?\shidden)(?:\s|$)/,
    'dark',
  ],
]
/** Behind the address of a picture: of Material, and of GitHub. */
const FRAGMENT = /#(?:only-(light|dark)|gh-(light|dark)-mode-only)$/
const LONGEST = 1_000

/** The theme that an element is shown in; undefined for both. */
export function themeOf(classes: string, { tagName, properties }: Element): 'light' | 'dark' | undefined {
  const source = tagName === 'img' && typeof properties.src === 'string' ? properties.src.slice(-30) : ''
  const [, material, github] = FRAGMENT.exec(source) ?? []
  const named = material ?? github
  if (named === 'light' || named === 'dark') return named
  const own = classes.slice(0, LONGEST)
  return CLASSES.find(([pattern]) => pattern.test(own))?.[1]
}
