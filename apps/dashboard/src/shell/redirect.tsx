import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Leads to another page, once: the router's own component begins anew with each render. */
export function Redirect({ to, from }: { to: string; from?: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to, replace: true, ...(from === undefined ? {} : { search: { from } }) })
  }, [navigate, to, from])
  return null
}
