import { QueryClient, type Query } from '@tanstack/react-query'
import { onPersonChange } from './session.ts'
import { onSignal } from './signal.ts'

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

/** The next person at this phone sees no cached answer. Queries that failed without a signal are fetched when it returns. */
export function startQueries(): void {
  onPersonChange(() => queryClient.clear())
  onSignal(() => void queryClient.refetchQueries({ type: 'active', predicate: isRepeated }))
}

/** The next page of a list is repeated where its end is shown: a refetch here would fetch all pages. */
function isRepeated({ state, observers }: Query): boolean {
  const { data } = state
  const isPaged = typeof data === 'object' && data !== null && 'pages' in data
  return (
    state.status === 'error' &&
    !isPaged &&
    observers.some(({ options }) => options.refetchOnReconnect !== false)
  )
}

function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code !== ''
}
