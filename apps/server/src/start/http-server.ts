/** A server that accepts requests. */
export interface HttpServer {
  /** `http://127.0.0.1:3000`, without a trailing slash. */
  readonly url: string
  /** Prints the addresses of the server, with a QR code of one that other devices reach. */
  showAddresses(): Promise<void>
  /** Opens the server in the browser of the person who started it. */
  open(): Promise<void>
  /** Accepts nothing new, lets what runs end until the signal aborts, then cuts it off. */
  close(signal: AbortSignal): Promise<void>
}
