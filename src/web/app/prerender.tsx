import { prerender } from 'react-dom/static'
import { routes, type RoutePath } from '../../shared/routes.ts'
import { App } from './App.tsx'
import { preloadScreen, screens } from './screens.ts'

/** The public pages that are built as HTML. Two depend on the fragment of a link and are left out. */
export const prerendered: readonly RoutePath[] = routes
  .filter(
    ({ access, path }) => access === 'public' && path !== '/reset-password' && path !== '/auth/callback',
  )
  .map(({ path }) => path)

export async function renderScreen(
  path: RoutePath,
): Promise<{ html: string; title: string; description: string }> {
  await preloadScreen(path)
  // Keeps a long page in one piece. React would put its second half behind an inline script.
  const { prelude } = await prerender(<App path={path} />, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  const { title, description = '' } = screens[path]
  return {
    html: await new Response(prelude).text(),
    title: typeof title === 'string' ? title : title(path),
    description,
  }
}
