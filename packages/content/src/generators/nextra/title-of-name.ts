/** Words that titles have in lower case, except at their ends. */
const SMALL = new Set(
  'a an the for and nor but or yet so aboard about above across after against along amid among anti around as at before behind below beneath beside besides between beyond by concerning considering despite down during except excepting excluding following from in inside into like minus near of off on onto opposite over past per plus regarding round save since than through to toward towards under underneath unlike until up upon versus via with within without'.split(
    ' ',
  ),
)
const ACRONYMS = new Map(
  ['Vercel', 'CLI', 'API', 'HTTP', 'HTTPS', 'JSX', 'DNS', 'URL', 'CI', 'CDN', 'GitHub', 'CSS', 'JS'].map(
    (word): [string, string] => [word.toLowerCase(), word],
  ),
)
for (const word of ['JavaScript', 'TypeScript', 'HTML', 'WordPress', 'npm', 'SSR', 'CORS', 'ESLint'])
  ACRONYMS.set(word.toLowerCase(), word)

/** What Nextra calls a page or a folder that has no title: `of-the-lamp` is "Of the Lamp". */
export function titleOfName(name: string): string {
  const words = name.replace(/[-_]/g, ' ').toLowerCase().split(' ')
  return words
    .map((word, at) => {
      const known = ACRONYMS.get(word)
      if (known !== undefined) return known
      const isSmall = at > 0 && at < words.length - 1 && SMALL.has(word)
      return isSmall ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
    .join(' ')
    .trim()
}
