import { useEffect, useRef } from 'react'

/** Pixels from the end of the page within which somebody reads the end. */
const NEAR = 120

/** Keeps the end of the page in view while it grows, for those who are at its end. Others stay where they read. */
export function useFollowedEnd(length: number, isActive: boolean): void {
  const isAtEnd = useRef(false)
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement
      // A page that fits the window has no end to follow: it is read from its beginning.
      isAtEnd.current = window.scrollY > 0 && scrollHeight - window.innerHeight - window.scrollY < NEAR
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new entry moves the end
  useEffect(() => {
    if (isActive && isAtEnd.current) window.scrollTo({ top: document.documentElement.scrollHeight })
  }, [length, isActive])
}
