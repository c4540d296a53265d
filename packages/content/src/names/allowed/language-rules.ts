import { C_LIKE } from './c-like.ts'
import { GO } from './go.ts'
import { JAVASCRIPT } from './javascript.ts'
import type { LanguageFamily, LanguageWords } from './language-words.ts'
import { PYTHON } from './python.ts'
import { RUST } from './rust.ts'
import { SHELL } from './shell.ts'
import { SQL } from './sql.ts'
import { NODE_MODULES, PYTHON_MODULES } from './standard-modules.ts'

export interface LanguageRules {
  readonly family: LanguageFamily
  readonly isShell: boolean
  readonly callsByPackage?: boolean
  readonly words: ReadonlySet<string>
  readonly globals: ReadonlySet<string>
  readonly members: ReadonlySet<string>
  readonly modules: ReadonlySet<string>
}

const DATA: LanguageWords = {
  names: 'json json5 jsonc yaml yml toml ini properties dotenv env conf cfg hcl terraform tf docker-compose',
  family: 'data',
  words: 'true false null yes no on off version services image name description',
  globals: '',
  members: '',
}
const MARKUP: LanguageWords = {
  names: 'html xml svg vue svelte astro mdx markdown md jinja twig handlebars hbs',
  family: 'markup',
  words: 'id class style type name href src alt title lang xmlns rel key ref slot content charset',
  globals: JAVASCRIPT.globals,
  members: JAVASCRIPT.members,
}
const CSS: LanguageWords = {
  names: 'css scss sass less stylus',
  family: 'css',
  words: '',
  globals: '',
  members: '',
}

const ALL = [SHELL, JAVASCRIPT, PYTHON, GO, RUST, C_LIKE, SQL, DATA, MARKUP, CSS]

/** Of a fence without a language, and of code spans: the words that mean nothing of the product in any. */
const ANY: LanguageRules = {
  family: 'none',
  isShell: true,
  words: setOf(
    `${ALL.map(({ family, words }) => (family === 'data' || family === 'markup' ? '' : words)).join(' ')} err req res`,
  ),
  // A span such as `http.port` may be an option: only what is nothing else in any language.
  globals: setOf('console JSON Math Promise process document window globalThis std fmt System'),
  members: setOf(`${JAVASCRIPT.members} ${PYTHON.members}`),
  modules: setOf(`${NODE_MODULES} ${PYTHON_MODULES}`),
}

const BY_NAME: ReadonlyMap<string, LanguageRules> = new Map(
  ALL.flatMap((language) => {
    const { family, words, globals, members, modules = '', names, callsByPackage = false } = language
    const rules: LanguageRules = {
      family,
      isShell: family === 'shell',
      callsByPackage,
      words: setOf(words),
      globals: setOf(globals),
      members: setOf(members),
      modules: setOf(modules),
    }
    return names.split(' ').map((name): [string, LanguageRules] => [name, rules])
  }),
)

export function languageRules(name: string): LanguageRules {
  if (name === '') return ANY
  return BY_NAME.get(name.replace(/^language-/, '')) ?? ANY
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''))
}
