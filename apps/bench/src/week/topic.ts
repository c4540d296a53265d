/** A question, another wording of it, which pages answer it, and what an answer must say. */
export type Topic = readonly [question: string, other: string, pages: RegExp, contains: RegExp]
