/** The person stopped the command by Ctrl-C: no failure to explain. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
