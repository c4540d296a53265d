/** What the entry of a thread posts once it can work: what fails before says nothing of its items. */
export const THREAD_READY = 'ready'
