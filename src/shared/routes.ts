/**
 * Every address of the web app, and who may open it (specification 2, section 2): `public` anyone, `member` people with a session, `bare`
 * member pages without the navigation. The server answers 404 for any other.
 */
export const routes = [
  { path: '/', access: 'public' },
  { path: '/about', access: 'public' },
  { path: '/privacy', access: 'public' },
  { path: '/terms', access: 'public' },
  { path: '/contact', access: 'public' },
  { path: '/signup', access: 'public' },
  { path: '/login', access: 'public' },
  { path: '/forgot-password', access: 'public' },
  { path: '/reset-password', access: 'public' },
  { path: '/auth/callback', access: 'public' },
  { path: '/codename', access: 'bare' },
  { path: '/write', access: 'member' },
  { path: '/wall/:mood', access: 'member' },
  { path: '/diary', access: 'member' },
  { path: '/profile', access: 'member' },
  { path: '/tambayan', access: 'member' },
  { path: '/polls', access: 'member' },
  { path: '/billing', access: 'member' },
  { path: '/billing-manual', access: 'member' },
  { path: '/billing/success', access: 'member' },
  { path: '/billing/cancel', access: 'member' },
  { path: '/billing/receipts', access: 'member' },
] as const

export type RoutePath = (typeof routes)[number]['path']

/** The route of an address, or undefined. `:name` stands for one segment. A trailing slash is ignored. */
export function routeOf(pathname: string): (typeof routes)[number] | undefined {
  const segments = pathname.replace(/(?<=.)\/$/, '').split('/')
  return routes.find(({ path }) => {
    const wanted = path.split('/')
    return (
      wanted.length === segments.length &&
      wanted.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
    )
  })
}

/** The page of the conversation with a person. The name and the picture are hints that the page shows until the database has answered. */
export function messageAddress(id: string, codename: string, avatar?: string | null): string {
  const picture = avatar ? `&dmAvatar=${encodeURIComponent(avatar)}` : ''
  return `/tambayan?dmUser=${id}&dmCodename=${encodeURIComponent(codename)}${picture}`
}
