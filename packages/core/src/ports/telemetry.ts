import type { CounterName, GaugeName, HistogramName } from '../domain/metrics.ts'
import { type Token, token } from './token.ts'

/** Attributes by their conventional names. Undefined ones are left out. No text of a prompt or an answer: see `withContent`. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface Span {
  set(attributes: Attributes): void
  /** Something that happened meanwhile, at one moment. */
  event(name: string, attributes: Attributes): void
  /** Marks the work as failed, where it does not throw. @param type a short constant, such as an error code */
  fail(type: string): void
}

export interface SpanOptions {
  /** Default `internal`. */
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: Attributes
  /** `traceparent` of the operation that caused this one, such as the request that created a job. */
  parent?: string | undefined
}

/** Where the work that runs now stands in a trace. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  /** https://www.w3.org/TR/trace-context/ */
  readonly traceparent: string
}

export interface Reading {
  value: number
  attributes?: Attributes
}

/** Traces and metrics of what the server does. Calls never throw and never wait. */
export interface Telemetry {
  /** False where nobody listens: callers then make no span and no attributes. */
  readonly isOn: boolean
  /** Prompts and answers may become attributes. Off unless somebody turned it on. */
  readonly withContent: boolean
  /** Runs `work` as one operation, within the one that runs now. What it throws marks the operation as failed. */
  trace<Value>(name: string, options: SpanOptions, work: (span: Span) => Promise<Value>): Promise<Value>
  /** Of the operation that runs now. */
  current(): TraceContext | undefined
  add(metric: CounterName, value: number, attributes?: Attributes): void
  /** Values in the unit of the metric. */
  record(metric: HistogramName, value: number, attributes?: Attributes): void
  /** Reads values whenever metrics are collected. A reading that fails is left out. */
  observe(metric: GaugeName, read: () => readonly Reading[] | Promise<readonly Reading[]>): void
}

export const Telemetry: Token<Telemetry> = token<Telemetry>('Telemetry')

const NO_SPAN: Span = { set() {}, event() {}, fail() {} }

/** Without a plugin for telemetry. */
export const NO_TELEMETRY: Telemetry = {
  isOn: false,
  withContent: false,
  trace: (_name, _options, work) => work(NO_SPAN),
  current: () => undefined,
  add() {},
  record() {},
  observe() {},
}
