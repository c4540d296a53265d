/** What a wire server does to the next request in place of answering it. */
export type WireFault =
  /** An error reply in the vendor's words. `retryAfter` is the header, seconds. */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** The connection breaks after this many events of the stream. */
  | { kind: 'cut'; afterEvents: number }
  /** The stream ends well after this many events, without the vendor's end. */
  | { kind: 'short'; afterEvents: number }
  /** This event is not JSON. */
  | { kind: 'malformed'; atEvent: number }
  /** The vendor's own error event after this many events. */
  | { kind: 'error-event'; afterEvents: number }
  /** No reply at all, or none after this many events, until the client leaves. */
  | { kind: 'silent'; afterEvents?: number }
