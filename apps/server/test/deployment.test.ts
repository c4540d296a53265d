import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { chartDigest } from '../../../deploy/helm/check/chart-digest.ts'
import { COMMANDS } from '../src/docent-commands.ts'

/** After the drain, plugins may take 10 seconds to close. */
const CLOSE_SECONDS = 15

const root = new URL('../../..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Service {
  command?: string[]
  read_only?: boolean
  cap_drop?: string[]
  environment: Record<string, unknown>
  env_file?: { path: string }[]
  stop_grace_period?: string
}

interface Resource {
  kind: string
  metadata: { name: string }
  spec: {
    selector: { matchLabels: object }
    scaleTargetRef?: { name: string }
    template: {
      metadata: { labels: object }
      spec: {
        securityContext: object
        terminationGracePeriodSeconds: number
        volumes: { name: string }[]
        containers: {
          args: string[]
          ports: { name: string; containerPort: number }[]
          env: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[]
          lifecycle?: { preStop: { exec: { command: string[] } } }
          securityContext: object
          volumeMounts: { name: string }[]
          livenessProbe: { httpGet: { path: string; port: string } }
        }[]
      }
    }
  }
}

const services = (parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> })
  .services
const resources = parseAllDocuments(read('deploy/kubernetes/docent.yaml')).map(
  (each) => each.toJS() as Resource,
)
const deployments = resources.filter(({ kind }) => kind === 'Deployment')

test('the image has the Node of the repository, runs as nobody, and says how it is', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } }
  const text = read('Dockerfile')
  expect(text).toContain(`node:${devDependencies.node}-bookworm-slim`)
  expect(text).toMatch(/^USER 10001:10001$/m)
  expect(text).toMatch(/^HEALTHCHECK .*healthcheck\.mjs/m)
  // As the first process, Node would keep each helper of a git that was ended as a zombie.
  expect(text).toMatch(/^ENTRYPOINT \["tini", "-s", "--", "node", /m)
})

test('everybody waits longer for a process than it may drain', () => {
  for (const { spec } of deployments) {
    const { terminationGracePeriodSeconds, containers } = spec.template.spec
    for (const { env, lifecycle } of containers) {
      const drain = Number(env.find(({ name }) => name === 'DOCENT_DRAIN_SECONDS')?.value)
      const before = Number(lifecycle?.preStop.exec.command[1] ?? 0)
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(before + drain + CLOSE_SECONDS)
    }
  }
  for (const name of ['server', 'index', 'worker']) {
    const { stop_grace_period, environment } = services[name] as Service
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(
      Number(environment.DOCENT_DRAIN_SECONDS) + CLOSE_SECONDS,
    )
  }
})

test('no process starts without the secret and the database that all share', () => {
  for (const { spec } of deployments)
    for (const { env } of spec.template.spec.containers)
      expect(env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? [])).toEqual([
        'DOCENT_SECRET',
        'DATABASE_URL',
      ])
  expect(read('compose.yaml')).toMatch(/DOCENT_SECRET: \$\{DOCENT_SECRET:\?/)
})

test('compose.yaml passes on all keys that its first lines and the guide tell people to set', () => {
  for (const name of ['server', 'index', 'worker'])
    expect((services[name] as Service).env_file).toMatchObject([{ path: '.env' }])
})

test('compose.yaml and the manifests run commands that there are, with a root file system that is read-only', () => {
  const ours = ['server', 'index', 'worker'].map((name) => services[name] as Service)
  expect(deployments).toHaveLength(3)
  const containers = deployments.flatMap(({ spec }) => spec.template.spec.containers)
  for (const args of [...ours.map(({ command }) => command), ...containers.map(({ args }) => args)])
    expect(Object.keys(COMMANDS)).toContain(args?.[0])
  for (const service of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  for (const { spec } of deployments) {
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
    for (const { securityContext } of spec.template.spec.containers)
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  }
})

test('selectors, ports, volumes and targets of the manifests lead to something', () => {
  for (const { spec } of deployments) {
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    const { containers, volumes } = spec.template.spec
    for (const { ports, env, volumeMounts, livenessProbe } of containers) {
      const port = ports.find(({ name }) => name === livenessProbe.httpGet.port)
      const health = env.find(({ name }) => name === 'DOCENT_HEALTH_PORT')?.value ?? '3000'
      expect(String(port?.containerPort)).toBe(health)
      expect(volumes.map(({ name }) => name)).toEqual(
        expect.arrayContaining(volumeMounts.map(({ name }) => name)),
      )
    }
  }
  const scaled = resources.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec.scaleTargetRef?.name
  expect(deployments.map(({ metadata }) => metadata.name)).toContain(scaled)
})

test('the configuration of the image names plugins that there are, and compose.yaml builds those that are optional', () => {
  const { dependencies, peerDependencies } = JSON.parse(read('apps/server/package.json')) as Record<
    'dependencies' | 'peerDependencies',
    Record<string, string>
  >
  const text = read('deploy/helm/docent/docent.config.mjs')
  const imports = [...text.matchAll(/^import \{ (\w+) \} from '(@docent\/([\w-]+))'$/gm)]
  expect(imports.length).toBeGreaterThan(9)
  const optional: string[] = []
  for (const [, name = '', specifier = '', folder = ''] of imports) {
    expect(read(`plugins/${folder}/src/index.ts`)).toMatch(new RegExp(`\\b${name}\\b`))
    expect(text).toContain(`${name}(`)
    if (!(specifier in dependencies)) {
      expect(Object.keys(peerDependencies)).toContain(specifier)
      optional.push(folder)
    }
  }
  const compose = read('compose.yaml')
  const built = /PLUGINS: (.*)/.exec(compose)?.[1]?.split(' ')
  expect(built?.toSorted()).toEqual(optional.toSorted())
})

test('the manifests are what the chart renders now', () => {
  const digest = chartDigest(new URL('deploy/helm/docent/', root))
  // After a change of the chart: pnpm run check:chart --write
  expect(read('deploy/kubernetes/docent.yaml')).toContain(`deploy/helm/docent (${digest})`)
})

test('the chart says what each of its values does, and takes no other', () => {
  const text = read('deploy/helm/docent/values.yaml')
  const isValid = new Ajv().compile(JSON.parse(read('deploy/helm/docent/values.schema.json')) as object)
  expect(isValid(parse(text))).toBe(true)
  expect(isValid({ ...(parse(text) as object), servers: {} })).toBe(false)
  const lines = text.split('\n')
  const mute = lines.filter((line, index) => {
    const isValue = /^ *\w+: \S/.test(line) && !/^ *(?:requests|limits): \{/.test(line)
    return isValue && !lines[index - 1]?.trim().startsWith('#')
  })
  expect(mute).toEqual([])
})
