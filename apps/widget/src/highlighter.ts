import bash from '@speed-highlight/core/languages/bash.js'
import css from '@speed-highlight/core/languages/css.js'
import diff from '@speed-highlight/core/languages/diff.js'
import docker from '@speed-highlight/core/languages/docker.js'
import go from '@speed-highlight/core/languages/go.js'
import html from '@speed-highlight/core/languages/html.js'
import http from '@speed-highlight/core/languages/http.js'
import ini from '@speed-highlight/core/languages/ini.js'
import java from '@speed-highlight/core/languages/java.js'
import js from '@speed-highlight/core/languages/js.js'
import json from '@speed-highlight/core/languages/json.js'
import md from '@speed-highlight/core/languages/md.js'
import py from '@speed-highlight/core/languages/py.js'
import rs from '@speed-highlight/core/languages/rs.js'
import sql from '@speed-highlight/core/languages/sql.js'
import toml from '@speed-highlight/core/languages/toml.js'
import ts from '@speed-highlight/core/languages/ts.js'
import xml from '@speed-highlight/core/languages/xml.js'
import yaml from '@speed-highlight/core/languages/yaml.js'
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize'

/** What the widget loads when it first shows code. */
export interface HighlighterModule {
  tokensOf(source: string, language: string): Token[] | undefined
}

/** `type` names a colour, such as `str` or `kwd`; text without one is plain. */
export interface Token {
  text: string
  type: string | undefined
}

const LANGUAGES = {
  bash,
  css,
  diff,
  docker,
  go,
  html,
  http,
  ini,
  java,
  js,
  json,
  md,
  py,
  rs,
  sql,
  toml,
  ts,
  xml,
  yaml,
}

const ALIASES: Readonly<Record<string, keyof typeof LANGUAGES>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  dockerfile: 'docker',
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  jsonc: 'json',
  json5: 'json',
  markdown: 'md',
  mdx: 'md',
  python: 'py',
  rust: 'rs',
  typescript: 'ts',
  tsx: 'ts',
  vue: 'html',
  svelte: 'html',
  yml: 'yaml',
}

/** The tokens of code; `undefined` for a language without colours. */
export function tokensOf(source: string, language: string): Token[] | undefined {
  const lower = language.toLowerCase()
  const name = ALIASES[lower] ?? lower
  if (!Object.hasOwn(LANGUAGES, name)) return undefined
  const tokens: Token[] = []
  tokenizeWith(
    source,
    LANGUAGES[name as keyof typeof LANGUAGES] as ShjLanguageData,
    (text, type) => tokens.push({ text, type }),
    {
      languages: LANGUAGES as Record<string, ShjLanguageData>,
    },
  )
  return tokens
}
