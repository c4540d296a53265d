/** Changes when words or names are cut or counted otherwise: an index of another analysis is served until it is built anew. */
export const ANALYSIS = 4
