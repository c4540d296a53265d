import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { METRICS } from '@docent/core/plugin'
import { PROMTOOL } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { expect, onTestFinished, test } from 'vitest'

const folder = fileURLToPath(new URL('../monitoring', import.meta.url))
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

/** The names under which Prometheus sees them. */
const names = new Set(
  Object.entries(METRICS).flatMap(([name, { kind }]) => {
    const base = name.replaceAll('.', '_')
    if (kind === 'histogram') return ['bucket', 'sum', 'count'].map((end) => `${base}_${end}`)
    return [kind === 'gauge' ? base : `${base}_total`]
  }),
)
/** Labels that begin as metrics do. */
const LABELS =
  /\b(?:docent_project_id|docent_job_phase|gen_ai_request_model|gen_ai_token_type|http_response_status_code|process_cpu_state)\b/g

/** What an expression reads. */
const metricsOf = (expression: string): string[] =>
  expression.replace(LABELS, '').match(/\b(?:docent|gen_ai|http_server|process|nodejs)_[a-z0-9_]+/g) ?? []

test('promtool accepts the alerts, and they fire when they should and only then', needs(PROMTOOL), () => {
  execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: folder, stdio: 'pipe' })
  execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder, stdio: 'pipe' })
})

test('alerts and the dashboard read metrics that there are', () => {
  const rules = [...read('alerts.yml').matchAll(/expr: ?\|?([\s\S]*?)\n {8}(?:for|labels):/g)].flatMap(
    ([, text]) => metricsOf(text ?? ''),
  )
  expect(rules.length).toBeGreaterThan(8)
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(15)
  const used = [...rules, ...expressions.flatMap(metricsOf)]
  expect(used.filter((name) => !names.has(name))).toEqual([])
})

test('the expressions of the dashboard are valid', needs(PROMTOOL), () => {
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const rules = dashboard.panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, index) => ({ record: `panel:${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
  const directory = mkdtempSync(join(tmpdir(), 'docent-dashboard-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  // JSON is YAML.
  writeFileSync(join(directory, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  execFileSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: directory, stdio: 'pipe' })
})
