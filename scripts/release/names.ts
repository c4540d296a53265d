import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether npm has the packages: the one switch for all guides. After changing it, run scripts/release/turn.ts. */
export const { released } = JSON.parse(
  readFileSync(fileURLToPath(new URL('released.json', import.meta.url)), 'utf8'),
) as { released: boolean }

/** Texts that carry the names of the packages. */
export const FILES = ['apps/docs/content/**/*.mdx', '{packages,plugins,apps}/*/README.md']

const NAMES = String.raw`((?:@docent\/[\w-]+|docent)(?: (?:@docent\/[\w-]+|docent))*)`
const NOTE =
  '# The packages come from your clone of Docent, here in ../docent, because npm does not have them yet.'
const FROM_NPM = new RegExp(`^( *)npm install( --save-dev)? ${NAMES}(?= |$)`, 'gm')
const FROM_CLONE = new RegExp(
  `^( *)${NOTE.replaceAll('.', '\\.')}\n *npm install( --save-dev)? \\$\\(npm run --silent --prefix \\.\\./docent packages ${NAMES}\\)`,
  'gm',
)

/** Texts that differ in more than where a package comes from: [from a clone, after the release]. */
const PAIRS: readonly (readonly [string, string])[] = [
  [
    'In a folder beside your clone, install Docent and start the same server:\n\n```bash\nnpm install docent\nnpx docent\n',
    'In any folder, start the same server with one command:\n\n```bash\nnpx docent\n',
  ],
  [
    'In your clone of Docent, create the folder of the plugin. Name the port and your system:\n\n   ```bash\n   npm run --silent docent -- plugin new RateLimiter valkey --folder ../docent-limiter-valkey\n   cd ../docent-limiter-valkey',
    'Create the folder of the plugin. Name the port and your system:\n\n   ```bash\n   npm create docent-plugin RateLimiter valkey\n   cd docent-limiter-valkey',
  ],
]

/** A text with the commands that work: from a clone, or, after the release, from npm. */
export function turned(text: string, toReleased: boolean): string {
  if (toReleased) {
    const fromNpm = text.replace(FROM_CLONE, '$1npm install$2 $3')
    return PAIRS.reduce((each, [clone, npm]) => each.replaceAll(clone, npm), fromNpm)
  }
  return PAIRS.reduce((each, [clone, npm]) => each.replaceAll(npm, clone), text).replace(
    FROM_NPM,
    `$1${NOTE}\n$1npm install$2 $$(npm run --silent --prefix ../docent packages $3)`,
  )
}
