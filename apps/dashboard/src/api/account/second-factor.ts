import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request, setCsrfToken } from '../request.ts'

export interface SecondFactorSetup {
  /** `otpauth://totp/…` */
  uri: string
  secret: string
  backupCodes: string[]
}

const PATH = '/api/account/second-factor'

export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (password: string) =>
      request<SecondFactorSetup>(PATH, { method: 'POST', body: { password } }),
    onError: () => undefined,
  })
}

/** From here on signing in asks for a code. The session has a new token for changes. */
export function useConfirmSecondFactor() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (code: string) =>
      request<{ csrfToken: string | null }>(`${PATH}/confirm`, { method: 'POST', body: { code } }),
    onSuccess: ({ csrfToken }) => {
      setCsrfToken(csrfToken)
      return queries.invalidateQueries({ queryKey: ['session'] })
    },
    onError: () => undefined,
  })
}

export function useRemoveSecondFactor() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => request<void>(`${PATH}/remove`, { method: 'POST', body: { password } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['session'] }),
    onError: () => undefined,
  })
}
