import { useParams } from '@tanstack/react-router'

/** The organization that the address names. */
export function useOrganization(): string {
  const { organization = '' } = useParams({ strict: false }) as { organization?: string }
  return organization
}
