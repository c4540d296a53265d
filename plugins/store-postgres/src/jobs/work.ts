/** `new`: a job waits. `freed`: another may be claimable now, or at another time, which takes a look. */
export type Work = 'new' | 'freed'
