import type { Attributes, Span, SpanOptions, Telemetry } from '../ports/telemetry.ts'

/** Runs work under a name, for whoever must say what the process does when it hangs. */
export type NameWork = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** What tells which job, project or conversation it is. */
const NAMING = ['docent.project.id', 'docent.job.id', 'docent.job.run', 'gen_ai.conversation.id']

/** Telemetry that also names all work that it traces: one place knows every request, answer, job step, tool and index run. */
export class NamedWork implements Telemetry {
  readonly isOn: boolean
  readonly withContent: boolean

  constructor(
    private readonly telemetry: Telemetry,
    private readonly nameWork: NameWork,
  ) {
    this.isOn = telemetry.isOn
    this.withContent = telemetry.withContent
  }

  trace<Value>(name: string, options: SpanOptions, work: (span: Span) => Promise<Value>): Promise<Value> {
    return this.nameWork(nameOf(name, options.attributes), () => this.telemetry.trace(name, options, work))
  }

  current(): ReturnType<Telemetry['current']> {
    return this.telemetry.current()
  }

  add(...call: Parameters<Telemetry['add']>): void {
    this.telemetry.add(...call)
  }

  record(...call: Parameters<Telemetry['record']>): void {
    this.telemetry.record(...call)
  }

  observe(...call: Parameters<Telemetry['observe']>): void {
    this.telemetry.observe(...call)
  }
}

function nameOf(name: string, attributes: Attributes = {}): string {
  const told = NAMING.flatMap((key) => (attributes[key] === undefined ? [] : [`${key}=${attributes[key]}`]))
  return told.length === 0 ? name : `${name} (${told.join(', ')})`
}
