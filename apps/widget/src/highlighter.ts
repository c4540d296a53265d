import { type CodeLanguages, type CodeToken, tokensOf as tokensIn } from '@docent/site/code-tokens'
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

/** What the widget loads when it first shows code. */
export interface HighlighterModule {
  tokensOf(source: string, language: string): CodeToken[] | undefined
}

/** Those that answers have; each weighs under a kilobyte. */
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

/** The tokens of code; `undefined` for a language without colours. */
export function tokensOf(source: string, language: string): CodeToken[] | undefined {
  return tokensIn(source, language, LANGUAGES as CodeLanguages)
}
