import type { Role } from '@ultimate/events/language/roles.ts'
import type { PartName } from '@ultimate/kit/contract.ts'

/** Who may open a page: everyone, signed-in users, or these roles. */
export type Admission = 'everyone' | 'signed-in' | readonly Role[]

export interface Page {
  readonly path: string
  readonly label: string
  /** The document's title. */
  readonly title: string
  readonly admission: Admission
  /** The part that draws it; home is the shell's own. */
  readonly part: PartName | null
  /** It says "Access Denied" by itself when the session ends while it is open, and goes on after the next login. */
  readonly saysAccessDenied?: true
}

const page = (path: string, label: string, title: string, rest: Omit<Page, 'path' | 'label' | 'title'>): Page => ({
  path,
  label,
  title,
  ...rest,
})
const tournament = { part: 'tournament', admission: 'everyone' } as const
const dinner = { part: 'dinner', admission: 'everyone' } as const
const checkInPage = { part: 'dinner', admission: 'signed-in', saysAccessDenied: true } as const

/** Every page with a path of its own. Menus, guards, titles and the loading of parts are made from this list. */
export const pages = {
  home: page('/', 'Home', 'Thanksgiving Ultimate', { part: null, admission: 'everyone' }),
  tournamentInfo: page('/tournament/info', 'Info', 'Tournament', tournament),
  poolPlay: page('/tournament/poolplay', 'Pool Play', 'Pool Play', tournament),
  bracket: page('/tournament/bracket', 'Bracket', 'Bracket', tournament),
  merch: page('/tournament/merch', 'Merch', 'Merch', tournament),
  registerTeam: page('/registration/register', 'Register a Team', 'Register a Team', tournament),
  confirmAddress: page('/registration/confirm', 'Confirm Your Address', 'Confirm Your Address', tournament),
  ownBid: page('/registration/bid', 'Your Bid', 'Your Bid', tournament),
  teams: page('/registration/teams', 'Registered Teams', 'Registered Teams', tournament),
  dinnerInfo: page('/dinner/info', 'Info', 'Dinner', dinner),
  dinnerSignup: page('/dinner/signup', 'HSV Signup', 'Dinner Signup', dinner),
  dishCheckIn: page('/dinner/checkin', 'Dinner Check-In', 'Dinner Check-In', checkInPage),
  serverCheckIn: page('/dinner/server-checkin', 'Server Check-In', 'Server Check-In', checkInPage),
  dinnerManagement: page('/dinner/management', 'Dinner Management', 'Dinner Management', {
    part: 'dinner',
    admission: ['TD', 'admin'],
  }),
  account: page('/account', 'Account Settings', 'Account Settings', { part: 'staff', admission: 'signed-in' }),
  accessControls: page('/access-controls', 'Access Controls', 'Access Controls', { part: 'staff', admission: ['TD'] }),
  audit: page('/audit', 'Audit', 'Audit', { part: 'staff', admission: ['TD'] }),
} as const satisfies Record<string, Page>

export interface Menu {
  readonly label: string
  readonly pages: readonly Page[]
}

/** The menus of the bar beside the link to Home. Signed-in people of any role see the staff pages of the dinner. */
export function menusFor(signedIn: boolean): readonly Menu[] {
  const { tournamentInfo, poolPlay, bracket, merch, dinnerInfo, dinnerSignup, registerTeam, teams } = pages
  const staff = [pages.dishCheckIn, pages.serverCheckIn, pages.dinnerManagement]
  return [
    { label: 'Tournament', pages: [tournamentInfo, poolPlay, bracket, merch] },
    { label: 'Dinner', pages: signedIn ? [dinnerInfo, dinnerSignup, ...staff] : [dinnerInfo, dinnerSignup] },
    { label: 'Registration', pages: [registerTeam, teams] },
  ]
}

/** The pages in the user menu; Logout, which is an action, stands below them. */
export function userPagesFor(role: Role): readonly Page[] {
  return role === 'TD' ? [pages.account, pages.accessControls, pages.audit] : [pages.account]
}

/** The page at this path, if it has one; unknown paths show the home page. */
export function pageAt(pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/(?<!\/)\/+$/, '') : pathname
  return Object.values<Page>(pages).find((candidate) => candidate.path === path)
}

/** Null when this role (null: a visitor) may enter; else why not, as a sentence. */
export function denialOf({ admission, label }: Page, role: Role | null): string | null {
  if (admission === 'everyone') return null
  if (role === null) return `Please log in to open ${label}.`
  if (admission === 'signed-in' || admission.includes(role)) return null
  return `Your role (${role}) does not open ${label}.`
}

/** Whether the page is shown, or home is, with the reason. */
export type AccessDecision = { readonly kind: 'stay' } | { readonly kind: 'home'; readonly reason: string }

/** `wasInside` where the page had been opened with a right to it. */
export function accessDecision(page: Page, role: Role | null, wasInside: boolean): AccessDecision {
  const reason = denialOf(page, role)
  if (reason === null || (role === null && wasInside && page.saysAccessDenied)) return { kind: 'stay' }
  return { kind: 'home', reason }
}
