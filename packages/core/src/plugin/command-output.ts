/** How far a command is. */
export interface CommandProgress {
  /** What is being done, such as `handbook: parsing`. */
  label: string
  done: number
  /** 0 while it is unknown. */
  total: number
  /** Expected time to the end, ms; null while it is unknown. */
  msLeft: number | null
}

/** One thing that a command shows. Plain data: a running server sends it to the terminal that asked. */
export type OutputEvent =
  | { type: 'text'; text: string }
  | { type: 'line'; text: string }
  | { type: 'warning'; text: string }
  | { type: 'error'; text: string }
  | { type: 'json-line'; value: unknown }
  | { type: 'table'; header: readonly string[]; rows: readonly (readonly string[])[] }
  | { type: 'progress'; progress: CommandProgress | null }

export type OutputSink = (event: OutputEvent) => void

/** What a command says while it works, wherever it runs: its own process, or a running server. */
export class CommandOutput {
  constructor(private readonly sink: OutputSink) {}

  /** A piece of a line, such as a delta of an answer. */
  text(text: string): void {
    this.sink({ type: 'text', text })
  }

  line(text: string): void {
    this.sink({ type: 'line', text })
  }

  /** On standard error; the command goes on. */
  warning(text: string): void {
    this.sink({ type: 'warning', text })
  }

  /** On standard error: a part failed, and the command goes on. */
  error(text: string): void {
    this.sink({ type: 'error', text })
  }

  /** One JSON value on one line, for programs that read while the command runs. */
  jsonLine(value: unknown): void {
    this.sink({ type: 'json-line', value })
  }

  /** For people: columns as wide as their longest cell. */
  table(header: readonly string[], rows: readonly (readonly string[])[]): void {
    this.sink({ type: 'table', header, rows })
  }

  /** Null when there is nothing to wait for any more. */
  progress(progress: CommandProgress | null): void {
    this.sink({ type: 'progress', progress })
  }
}
