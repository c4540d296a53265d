/** The value of a JSON text. What is no JSON comes back as it is: no schema of an object takes it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
