import type { ReactNode } from 'react'
import { moodOfSlug } from '../../shared/moods.ts'
import type { RoutePath } from '../../shared/routes.ts'
import { routeOf } from '../../shared/routes.ts'
import { chunk, type Chunk } from '../lib/chunks.ts'

type Screen = {
  title: string | ((pathname: string) => string)
  page: Chunk
  frame: Frame
  /** For search engines and shared links. Only prerendered pages have one. */
  description?: string
}
export type Frame = 'site' | 'shell' | 'bare'

/** The frames of pages: the site's header and footer, the members' navigation, or only the wall. */
export const frames: Record<Frame, Chunk<{ children: ReactNode }>> = {
  site: chunk(() => import('./SiteFrame.tsx').then((m) => m.SiteFrame)),
  shell: chunk(() => import('./Shell.tsx').then((m) => m.Shell)),
  bare: chunk(() => import('./BareFrame.tsx').then((m) => m.BareFrame)),
}

/** Around every page behind the guard. */
export const inside: Chunk<{
  userId: string
  titleOf: (pathname: string) => string
  children: ReactNode
}> = chunk(() => import('./Inside.tsx').then((m) => m.Inside))

/** The page of each address in src/shared/routes.ts, each in its own chunk. */
export const screens: Record<RoutePath, Screen> = {
  '/': {
    title: 'Emote: ilabas mo, anonymous, walang huhusga',
    description:
      'Isang libre, judgment-free at anonymous na lugar para sa mga Pilipino: isulat ang nararamdaman mo, i-post sa pader, itago sa diary, o bitawan.',
    frame: 'site',
    page: chunk(() => import('./Home.tsx').then((m) => m.Home)),
  },
  '/about': {
    title: 'About · Emote',
    description: 'Bakit may Emote, ano ang pinaniniwalaan namin, at paano tayo mag-iingatan dito.',
    frame: 'site',
    page: chunk(() => import('../features/landing/About.tsx').then((m) => m.About)),
  },
  '/privacy': {
    title: 'Privacy Policy · Emote',
    description: 'Ano ang kinukuha ng Emote, ano ang hindi, at paano mo mabubura ang lahat.',
    frame: 'site',
    page: chunk(() => import('../features/landing/Privacy.tsx').then((m) => m.Privacy)),
  },
  '/terms': {
    title: 'Terms of Service · Emote',
    description: 'Ang mga kasunduan sa paggamit ng Emote.',
    frame: 'site',
    page: chunk(() => import('../features/landing/Terms.tsx').then((m) => m.Terms)),
  },
  '/contact': {
    title: 'Contact · Emote',
    description: 'May tanong, bug, o gusto lang kumustahin kami? Sulatan mo kami.',
    frame: 'site',
    page: chunk(() => import('../features/landing/Contact.tsx').then((m) => m.Contact)),
  },
  '/signup': {
    title: 'Sign up · Emote',
    description: 'Gumawa ng account: email at password lang. Codename ang makikita ng iba.',
    frame: 'bare',
    page: chunk(() => import('../features/account/SignupPage.tsx').then((m) => m.SignupPage)),
  },
  '/login': {
    title: 'Log in · Emote',
    description: 'Bumalik sa Emote.',
    frame: 'bare',
    page: chunk(() => import('../features/account/LoginPage.tsx').then((m) => m.LoginPage)),
  },
  '/forgot-password': {
    title: 'Nakalimutan ang password · Emote',
    description: 'Humingi ng link para makagawa ng bagong password.',
    frame: 'bare',
    page: chunk(() => import('../features/account/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage)),
  },
  '/reset-password': {
    title: 'Bagong password · Emote',
    frame: 'bare',
    page: chunk(() => import('../features/account/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage)),
  },
  '/auth/callback': {
    title: 'Sandali lang · Emote',
    frame: 'bare',
    page: chunk(() => import('../features/account/CallbackPage.tsx').then((m) => m.CallbackPage)),
  },
  '/codename': {
    title: 'Codename · Emote',
    frame: 'bare',
    page: chunk(() => import('../features/account/CodenamePage.tsx').then((m) => m.CodenamePage)),
  },
  '/write': {
    title: 'Magsulat · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/compose/Composer.tsx').then((m) => m.Composer)),
  },
  '/wall/:mood': {
    title: (pathname) => `${moodOfSlug(pathname.split('/')[2]).title} · Emote`,
    frame: 'shell',
    page: chunk(() => import('../features/wall/Wall.tsx').then((m) => m.Wall)),
  },
  '/diary': {
    title: 'Emote Diary',
    frame: 'shell',
    page: chunk(() => import('../features/diary/Diary.tsx').then((m) => m.Diary)),
  },
  '/profile': {
    title: 'Profile · Emote',
    frame: 'shell',
    page: chunk(() => import('./ProfilePage.tsx').then((m) => m.ProfilePage)),
  },
  '/tambayan': {
    title: 'Tambayan · Emote',
    frame: 'shell',
    page: chunk(() => import('./TambayanPage.tsx').then((m) => m.TambayanPage)),
  },
  '/polls': {
    title: 'Community Polls · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/polls/PollsPage.tsx').then((m) => m.PollsPage)),
  },
  '/billing': {
    title: 'Billing · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/billing/Billing.tsx').then((m) => m.Billing)),
  },
  '/billing-manual': {
    title: 'Billing · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/billing/Manual.tsx').then((m) => m.Manual)),
  },
  '/billing/success': {
    title: 'Billing · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/billing/Returned.tsx').then((m) => m.Completed)),
  },
  '/billing/cancel': {
    title: 'Billing · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/billing/Returned.tsx').then((m) => m.Canceled)),
  },
  '/billing/receipts': {
    title: 'Mga bayad ko · Emote',
    frame: 'shell',
    page: chunk(() => import('../features/billing/Receipts.tsx').then((m) => m.Receipts)),
  },
}

/** Fetches the code of the page at this address and of its frame. */
export async function preloadScreen(pathname: string): Promise<void> {
  const route = routeOf(pathname)
  if (!route) return
  const { page: wanted, frame } = screens[route.path]
  const around = [frames[frame], ...(route.access === 'public' ? [] : [inside])]
  await Promise.all([wanted.preload(), ...around.map((each) => each.preload())])
}

/** Whether this address needs a session, and the PIN of a person who has one. */
export const isGuarded = (pathname: string): boolean => (routeOf(pathname)?.access ?? 'public') !== 'public'

export function titleOf(pathname: string): string {
  const route = routeOf(pathname)
  const title = route ? screens[route.path].title : 'Emote'
  return typeof title === 'string' ? title : title(pathname)
}
