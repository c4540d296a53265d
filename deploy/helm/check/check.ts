// Renders the chart as Helm does and holds the result against the schemas of Kubernetes: `pnpm run check:chart`. With
// `--write` it writes deploy/kubernetes/docent.yaml, the chart with its own values. Needs Go and sprig: on Debian,
// `apt-get install golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev`.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { chartDigest } from './chart-digest.ts'

type Values = Record<string, unknown>

interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

const root = new URL('../../../', import.meta.url)
const chart = new URL('deploy/helm/docent/', root)
const manifests = new URL('deploy/kubernetes/docent.yaml', root)
const read = (name: string) => readFileSync(new URL(name, chart), 'utf8')

const DEFAULTS = parse(read('values.yaml')) as Values
const isValid = new Ajv({ allErrors: true }).compile(JSON.parse(read('values.schema.json')) as object)

const role = {
  podAnnotations: { 'example.com/team': 'docs' },
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  tolerations: [{ key: 'docs', operator: 'Exists' }],
  affinity: { podAntiAffinity: {} },
}

/** Values that somebody sets, and the kinds of what comes of them. */
const CASES: Record<string, { values: Values; kinds: string[] }> = {
  'its own values': {
    values: {},
    kinds: ['ConfigMap', 'Service', ...deployments(2), 'HorizontalPodAutoscaler'],
  },
  'everything on': {
    values: {
      image: { pullSecrets: ['registry'] },
      env: [{ name: 'OPENAI_BASE_URL', value: 'http://models:8000/v1' }],
      trustedProxies: 2,
      secret: { name: '' },
      volumes: [{ name: 'secrets', secret: { secretName: 'docent' } }],
      volumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/docent', readOnly: true }],
      data: { sizeLimit: '20Gi' },
      config: { text: 'export default {}\n' },
      server: role,
      worker: role,
      index: role,
      service: { annotations: { 'example.com/a': 'b' } },
      ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls', annotations: { 'example.com/a': 'b' } },
      metrics: { enabled: true },
      networkPolicy: {
        enabled: true,
        from: [{ namespaceSelector: {} }],
        metricsFrom: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
      },
    },
    kinds: [
      'ConfigMap',
      'Service',
      ...deployments(2),
      'HorizontalPodAutoscaler',
      'Ingress',
      'NetworkPolicy',
      'NetworkPolicy',
    ],
  },
  'metrics for the operator of Prometheus': {
    values: { metrics: { enabled: true, podMonitor: true, podMonitorLabels: { release: 'prometheus' } } },
    kinds: ['ConfigMap', 'Service', ...deployments(2), 'HorizontalPodAutoscaler', 'PodMonitor'],
  },
  'everything off': {
    values: {
      config: { existingConfigMap: 'mine' },
      data: { existingClaim: 'shared' },
      server: { disruptionBudget: { enabled: false } },
      worker: { autoscaling: { enabled: false }, disruptionBudget: { enabled: false } },
    },
    kinds: ['Service', ...deployments(0)],
  },
}

/** Values that the schema takes and the templates must refuse. */
const IMPOSSIBLE: Record<string, Values> = {
  'a PodMonitor without metrics': { metrics: { podMonitor: true } },
  'a PodMonitor without its token': { metrics: { enabled: true, podMonitor: true }, secret: { name: '' } },
}

/** Values that the schema must refuse. */
const WRONG: Record<string, Values> = {
  'a misspelt name': { servers: { replicas: 2 } },
  'an address without its scheme': { url: 'docs.example.com' },
  'a count that is a text': { server: { replicas: '2' } },
  'no worker at most': { worker: { autoscaling: { maxReplicas: 0 } } },
  'a budget that a single server would never pass': { server: { disruptionBudget: { minAvailable: 1 } } },
  'a variable that is none': { secret: { required: ['database-url'] } },
  'a count of proxies that is a word': { trustedProxies: 'all' },
  'a drain without an end': { drainSeconds: 86_400 },
  'a service of a type that there is not': { service: { type: 'Public' } },
}

for (const [name, { values, kinds }] of Object.entries(CASES)) {
  const texts = render(merged(DEFAULTS, values))
  const resources = Object.values(texts).flatMap(
    (text) => parseAllDocuments(text).map((each) => each.toJS()) as Resource[],
  )
  const found = resources.filter((each) => each !== null)
  for (const resource of found) await validate(resource)
  const expected = kinds.toSorted().join(', ')
  const actual = found
    .map(({ kind }) => kind)
    .toSorted()
    .join(', ')
  if (actual !== expected) throw new Error(`${name}: ${actual} instead of ${expected}`)
  console.log(`${name}: ${found.length} resources hold`)
}
for (const [name, values] of Object.entries(WRONG))
  if (isValid(merged(DEFAULTS, values))) throw new Error(`values.schema.json takes ${name}`)
console.log(`values.schema.json refuses ${Object.keys(WRONG).length} wrong values`)

for (const [name, values] of Object.entries(IMPOSSIBLE))
  if (isRendered(merged(DEFAULTS, values))) throw new Error(`The templates take ${name}`)
console.log(`the templates refuse ${Object.keys(IMPOSSIBLE).length} impossible values`)

const plain = `${header()}\n${Object.values(render(DEFAULTS, 'docent'))
  .map((text) => text.trim())
  .filter((text) => text !== '')
  .join('\n---\n')}\n`
if (process.argv.includes('--write')) writeFileSync(manifests, plain)
else if (readFileSync(manifests, 'utf8') !== plain)
  throw new Error('deploy/kubernetes/docent.yaml is not what the chart renders: run this with --write')

function deployments(budgets: number): string[] {
  return [...Array<string>(3).fill('Deployment'), ...Array<string>(budgets).fill('PodDisruptionBudget')]
}

/** @returns the text of each template that makes resources, by its name */
function render(values: Values, release = 'docs'): Record<string, string> {
  if (!isValid(values)) throw new Error(`values.schema.json refuses: ${JSON.stringify(isValid.errors)}`)
  const program = fileURLToPath(new URL('render.go', import.meta.url))
  const printed = execFileSync('go', ['run', program, fileURLToPath(chart), release, 'docent'], {
    input: JSON.stringify(values),
    // Debian's packages of Go lie there, as sources without modules.
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 120_000,
  })
  const { 'NOTES.txt': notes, ...texts } = JSON.parse(printed) as Record<string, string>
  if (!notes?.includes('owner-link')) throw new Error('NOTES.txt does not say how the owner signs in')
  return texts
}

function isRendered(values: Values): boolean {
  try {
    render(values)
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('metrics.podMonitor needs')) return false
    throw error
  }
}

/** @see https://github.com/tommy351/kubernetes-models-ts: schemas of Kubernetes as code */
async function validate(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource
  const room = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models'
  const models = (await import(`${room}/${apiVersion}`)) as Record<
    string,
    new (
      data: object,
    ) => { validate(): void }
  >
  const Model = models[kind]
  if (!Model) throw new Error(`There is no ${kind} in ${apiVersion}.`)
  new Model(resource).validate()
}

function merged(base: Values, over: Values): Values {
  const both = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const before = base[key]
    both[key] = isObject(before) && isObject(value) ? merged(before, value) : value
  }
  return both
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function header(): string {
  return `# Docent on Kubernetes: servers, workers, and an indexer. You provide PostgreSQL, Redis, and a bucket.
# Rendered from the chart in deploy/helm/docent (${chartDigest(chart)}): change the chart, not this file.
# 1. Build and push the image, and set its name below (three times).
# 2. kubectl create namespace docent
# 3. kubectl -n docent create secret generic docent --from-literal=DOCENT_SECRET=$(openssl rand -hex 32) \\
#      --from-literal=DATABASE_URL=postgres://… --from-literal=REDIS_URL=redis://… --from-literal=ANTHROPIC_API_KEY=… \\
#      --from-literal=DOCENT_INDEX_STORE=s3://… --from-literal=AWS_REGION=… \\
#      --from-literal=AWS_ACCESS_KEY_ID=… --from-literal=AWS_SECRET_ACCESS_KEY=…
# 4. kubectl -n docent apply -f deploy/kubernetes/docent.yaml`
}
