import { QueryClient } from '@tanstack/react-query'
import { onPersonChange } from './session.ts'

/** Answers are fresh for half a minute. A failed query is retried once, but not after a refusal. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (count, error) => count < 1 && !isRefusal(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** The next person at this phone sees no cached answer. */
export const startQueries = (): void => onPersonChange(() => queryClient.clear())

function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code !== ''
}
