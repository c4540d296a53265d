/** What a metric is: its kind, its unit in UCUM and what it says, as exporters pass them on. */
export interface MetricDefinition {
  /** A `total` only grows and is read, as a gauge is. */
  readonly kind: 'counter' | 'histogram' | 'gauge' | 'total'
  readonly unit: string
  readonly description: string
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[]
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LONG_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600]
/** The bounds that the GenAI conventions name. */
const MODEL_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864]

/** Every metric of Docent. Names of OpenTelemetry's conventions where there are any: https://opentelemetry.io/docs/specs/semconv/ */
export const METRICS = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from a request to the end of its reply, including streams.',
    buckets: SECONDS,
  },
  'gen_ai.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from a call to a model to the end of its reply.',
    buckets: MODEL_SECONDS,
  },
  'gen_ai.client.operation.time_to_first_chunk': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from a call to a model to the first part of its reply.',
    buckets: MODEL_SECONDS,
  },
  'gen_ai.client.token.usage': {
    kind: 'histogram',
    unit: '{token}',
    description: 'Input and output tokens of a call to a model.',
    buckets: TOKENS,
  },
  'docent.answers': {
    kind: 'counter',
    unit: '{answer}',
    description: 'Answers of the assistant, by outcome.',
  },
  'docent.search.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of a search in the documentation.',
    buckets: [0.0005, 0.001, 0.0025, ...SECONDS],
  },
  'docent.job.runs': {
    kind: 'counter',
    unit: '{run}',
    description: 'Runs of jobs that a worker finished or gave back, by outcome.',
  },
  'docent.job.run.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time that a worker spent on a run.',
    buckets: LONG_SECONDS,
  },
  'docent.job.step.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time of a step of a run, by phase.',
    buckets: LONG_SECONDS,
  },
  'docent.job.queue': { kind: 'gauge', unit: '{job}', description: 'Jobs of all projects, by state.' },
  'docent.streams.active': { kind: 'gauge', unit: '{stream}', description: 'Open streams.' },
  'docent.limits.fallbacks': {
    kind: 'total',
    unit: '{request}',
    description:
      'Requests since the start that this process counted by itself, because the shared limiter did not answer.',
  },
  'docent.backup.age': {
    kind: 'gauge',
    unit: 's',
    description:
      'Time since the last backup of jobs, keys, and conversations that Docent made and checked, or that somebody noted.',
  },
  'docent.part.ok': {
    kind: 'gauge',
    unit: '1',
    description:
      'Whether a part of the server works: 1 if it works, 0.5 if it is degraded, 0 if requests fail because of it.',
  },
  'docent.index.runs': { kind: 'counter', unit: '{run}', description: 'Index runs, by outcome.' },
  'docent.index.revision.age': {
    kind: 'gauge',
    unit: 's',
    description: 'Time since the search index of a project was published, if nodes share it.',
  },
  'docent.index.store.silence': {
    kind: 'gauge',
    unit: 's',
    description: 'Time since the store of the search index last answered this node.',
  },
  'docent.index.store.transferred': {
    kind: 'total',
    unit: 'By',
    description: 'Bytes of the search index that this node exchanged with the store since the start.',
  },
  'process.memory.usage': {
    kind: 'gauge',
    unit: 'By',
    description: 'Resident memory of the process.',
  },
  'process.cpu.time': { kind: 'total', unit: 's', description: 'Processor time that the process has used.' },
  'nodejs.eventloop.delay.p99': {
    kind: 'gauge',
    unit: 's',
    description: 'Delay of the event loop since the last reading, 99th percentile.',
  },
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof METRICS
type NamesOf<Kind extends MetricDefinition['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never
}[MetricName]
export type CounterName = NamesOf<'counter'>
export type HistogramName = NamesOf<'histogram'>
export type GaugeName = NamesOf<'gauge' | 'total'>
