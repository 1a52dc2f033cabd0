import type { Role } from '@ultimate/events/language/roles.ts'
import type { FeatherTone } from '@ultimate/kit/art/feather-shape.ts'
import type { PartName } from '@ultimate/kit/contract.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'

/** Who may open a page: everyone, signed-in users, or these roles. */
export type Admission = 'everyone' | 'signed-in' | readonly Role[]

/** How a page's content is laid out, for what stands in its place until it has come. */
export type PageLayout = 'home' | 'text' | 'form' | 'rows' | 'cards' | 'counters' | 'board'

export interface Page {
  readonly path: string
  readonly label: string
  /** The document's title, before the name of the site. */
  readonly title: string
  readonly admission: Admission
  /** The part that draws it; home is the shell's own. */
  readonly part: PartName | null
  readonly head: { readonly heading: string; readonly lead: string; readonly feather?: FeatherTone }
  readonly layout: PageLayout
  /** For search engines and previews of links, in about 150 characters. Pages without it are not for them. */
  readonly description?: string
  /** It says "Access Denied" by itself when the session ends while it is open, and goes on after the next login. */
  readonly saysAccessDenied?: true
}

const { place, datesSpoken } = eventFacts

/** Every page with a path of its own. Menus, guards, titles and the first answer of the server are made from this list. */
export const pages = {
  home: {
    path: '/',
    label: 'Home',
    title: 'Thanksgiving Ultimate',
    admission: 'everyone',
    part: null,
    head: { heading: 'Two days of disc, one table.', lead: '' },
    layout: 'home',
    description: `Two days of ultimate and one long dinner table: the Thanksgiving-weekend tournament in ${place}, ${datesSpoken}.`,
  },
  tournamentInfo: {
    path: '/tournament/info',
    label: 'Info',
    title: 'Tournament',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Tournament Info', lead: `${datesSpoken}, ${place}. What to know before you pack the cleats.` },
    layout: 'text',
    description:
      'Divisions, schedule, rules, fields and directions: all that a team has to know before it comes to Thanksgiving Ultimate.',
  },
  poolPlay: {
    path: '/tournament/poolplay',
    label: 'Pool Play',
    title: 'Pool Play',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Pool Play', lead: `Saturday, ${eventFacts.poolPlay}.`, feather: 'gold' },
    layout: 'cards',
    description: 'Who plays whom on Saturday: the pools of both divisions, as soon as they are published.',
  },
  bracket: {
    path: '/tournament/bracket',
    label: 'Bracket',
    title: 'Bracket',
    admission: 'everyone',
    part: 'tournament',
    head: {
      heading: 'Bracket',
      lead: 'Sunday’s games, round by round, until one team is left.',
      feather: 'gold',
    },
    layout: 'text',
    description:
      'Sunday’s games, round by round, until one team is left. Brackets are posted after Saturday pool play.',
  },
  merch: {
    path: '/tournament/merch',
    label: 'Merch',
    title: 'Merch',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Merch', lead: 'Something to throw and something to wear, new every year.', feather: 'cranberry' },
    layout: 'cards',
    description: `The disc and the jersey of the ${eventFacts.edition} Thanksgiving Ultimate: something to throw and something to wear.`,
  },
  registerTeam: {
    path: '/registration/register',
    label: 'Register a Team',
    title: 'Register a Team',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Register a Team', lead: 'Three minutes, and your team stands in line for the weekend.' },
    layout: 'form',
    description:
      'Register your team for Thanksgiving Ultimate. Thirty-five teams fit, and bids count in the order in which they come in.',
  },
  confirmAddress: {
    path: '/registration/confirm',
    label: 'Confirm Your Address',
    title: 'Confirm Your Address',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Confirm Your Address', lead: 'A bid counts once its captain has opened the link in our mail.' },
    layout: 'text',
  },
  ownBid: {
    path: '/registration/bid',
    label: 'Your Bid',
    title: 'Your Bid',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Your Bid', lead: 'Where your team stands, and what you told us about it.' },
    layout: 'text',
  },
  teams: {
    path: '/registration/teams',
    label: 'Registered Teams',
    title: 'Registered Teams',
    admission: 'everyone',
    part: 'tournament',
    head: { heading: 'Registered Teams', lead: 'In the order in which the bids came in.', feather: 'cranberry' },
    layout: 'rows',
    description:
      'Who is coming to Thanksgiving Ultimate: every registered team of both divisions, and who waits in line.',
  },
  dinnerInfo: {
    path: '/dinner/info',
    label: 'Info',
    title: 'Dinner',
    admission: 'everyone',
    part: 'dinner',
    head: {
      heading: 'The Saturday dinner',
      lead: 'The teams cook for each other. Bring an appetite, a dish, or an apron.',
    },
    layout: 'text',
    description: `Saturday, ${eventFacts.dinner}: turkey, ham and sides that the teams made themselves, and the Turkey Shoot with prizes.`,
  },
  dinnerSignup: {
    path: '/dinner/signup',
    label: 'HSV Signup',
    title: 'Dinner Signup',
    admission: 'everyone',
    part: 'dinner',
    head: {
      heading: 'Dinner Signup',
      lead: 'The teams cook for each other. Take a dish, or half an hour behind the buffet.',
      feather: 'cranberry',
    },
    layout: 'cards',
    description: 'Sign up to cook a dish for the Saturday dinner, or to serve for half an hour behind the buffet.',
  },
  dishCheckIn: {
    path: '/dinner/checkin',
    label: 'Dinner Check-In',
    title: 'Dinner Check-In',
    admission: 'signed-in',
    part: 'dinner',
    head: { heading: 'Dinner Check-In', lead: 'Checked in here, a dish stands in Holding.' },
    layout: 'counters',
    saysAccessDenied: true,
  },
  serverCheckIn: {
    path: '/dinner/server-checkin',
    label: 'Server Check-In',
    title: 'Server Check-In',
    admission: 'signed-in',
    part: 'dinner',
    head: { heading: 'Server Check-In', lead: 'By serving time, the earliest first.', feather: 'gold' },
    layout: 'counters',
    saysAccessDenied: true,
  },
  dinnerManagement: {
    path: '/dinner/management',
    label: 'Dinner Management',
    title: 'Dinner Management',
    admission: 'signed-in',
    part: 'dinner',
    head: { heading: 'Dinner Management', lead: '' },
    layout: 'board',
  },
  account: {
    path: '/account',
    label: 'Account Settings',
    title: 'Account Settings',
    admission: 'signed-in',
    part: 'staff',
    head: { heading: 'Account Settings', lead: 'Your name, your address, your password.', feather: 'cranberry' },
    layout: 'form',
  },
  accessControls: {
    path: '/access-controls',
    label: 'Access Controls',
    title: 'Access Controls',
    admission: ['TD'],
    part: 'staff',
    head: { heading: 'Access Controls', lead: 'Who can sign in, and as what.', feather: 'cranberry' },
    layout: 'rows',
  },
  audit: {
    path: '/audit',
    label: 'Audit',
    title: 'Audit',
    admission: ['TD'],
    part: 'staff',
    head: { heading: 'Audit', lead: 'Everything that was done, newest first.', feather: 'cranberry' },
    layout: 'rows',
  },
} as const satisfies Record<string, Page>

/** What the browser's tab says. */
export const documentTitle = ({ title }: Page): string =>
  title === pages.home.title ? title : `${title} · ${pages.home.title}`

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
