export type Method = (...args: unknown[]) => Promise<unknown>

/**
 * A port whose methods are replaced one by one; all else of it is as it was.
 *
 * @param wrap is given a method's name and the method itself, and answers what stands in for it, or undefined
 */
export function wrapMethods<Port extends object>(
  port: Port,
  wrap: (name: string, call: Method) => Method | undefined,
): Port {
  return new Proxy(port, {
    get(target, key) {
      const member = Reflect.get(target, key) as unknown
      if (typeof member !== 'function') return member
      const bound = member.bind(target) as Method
      return wrap(String(key), bound) ?? bound
    },
  })
}
