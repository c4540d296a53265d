import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

interface NewsOptions {
  organization: string
  projectId: string
  topics: readonly ('jobs' | 'index')[]
  /** What is read again after news. */
  renews: QueryKey
  /** News within this time is answered by one reading. */
  everyMs: number
}

/**
 * Reads again what a page shows when the server tells of a change. While it answers false the page has to ask by itself:
 * the stream is not open. The browser opens it again, and `ready` says that something may have been missed.
 */
export function useNews({ organization, projectId, topics, renews, everyMs }: NewsOptions): boolean {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(false)
  const names = topics.join(',')
  const key = JSON.stringify(renews)
  useEffect(() => {
    const search = new URLSearchParams({ topics: names, organization })
    const source = new EventSource(`/api/events?${search}`)
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        const queryKey = JSON.parse(key) as QueryKey
        // A list that somebody scrolled stays as it is: all of it would be read again, page after page.
        const predicate = ({ state }: Query) => !isLong(state.data)
        void queries.invalidateQueries({ queryKey, predicate }, { cancelRefetch: false })
      }, everyMs)
    }
    const receive = ({ data }: MessageEvent<string>) => {
      const news = JSON.parse(data) as { projectId?: string }
      if (news.projectId === projectId) renew()
    }
    source.addEventListener('ready', () => {
      setLive(true)
      renew()
    })
    source.onerror = () => setLive(false)
    for (const topic of names.split(',')) source.addEventListener(topic, receive)
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [organization, projectId, names, key, everyMs, queries])
  return isLive
}

function isLong(data: unknown): boolean {
  const { pages } = (data ?? {}) as { pages?: readonly unknown[] }
  return pages !== undefined && pages.length > 1
}
