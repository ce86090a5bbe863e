import type { Operation } from '../deps.ts'
import { asRefusal } from '../errors.ts'
import { brokenPage } from '../verify-page.ts'

/** For steps that a browser makes by itself: a person sees a page in place of JSON when the step is refused. */
export const withPage =
  (operation: Operation): Operation =>
  (tools, call) =>
    operation(tools, call).catch((error: unknown) => {
      const { status } = asRefusal(error)
      if (status >= 500 || !call.request.headers.get('accept')?.includes('text/html')) throw error
      return brokenPage(status, `${tools.settings.publicUrl}/login`)
    })
