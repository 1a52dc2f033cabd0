import type { Role } from '@ultimate/events/language/roles.ts'
import type { Admission, accountGroup } from '@ultimate/events/platform/part.ts'
import { knownPages, type Page } from './pages.ts'

/** Returns whether a user of this role (null: a visitor) may enter. */
function admits(admission: Admission, role: Role | null): boolean {
  if (admission === 'everyone') return true
  return role !== null && (admission === 'signed-in' || admission.includes(role))
}

export interface Menu {
  readonly label: string
  readonly pages: readonly Page[]
}

/** The group of entries that stand in the user's own menu. */
const accountGroupLabel: typeof accountGroup = 'Account'

/** The menus of the bar beside the link to Home, as this role (null: a visitor) sees them. */
export function menusFor(role: Role | null): readonly Menu[] {
  return groupsFor(role).filter(({ label }) => label !== accountGroupLabel)
}

/** The pages in the user menu; Logout, which is an action, stands below them. */
export function userPagesFor(role: Role): readonly Page[] {
  return groupsFor(role).find(({ label }) => label === accountGroupLabel)?.pages ?? []
}

/** Groups the menu entries; a group has the place of its first entry. */
function groupsFor(role: Role | null): Menu[] {
  const entries = knownPages()
    .flatMap((page) => (page.menu && admits(page.menu.for, role) ? [{ page, menu: page.menu }] : []))
    .toSorted((a, b) => a.menu.order - b.menu.order)
  const groups = Map.groupBy(entries, ({ menu }) => menu.group)
  return [...groups].map(([label, entriesOfGroup]) => ({ label, pages: entriesOfGroup.map(({ page }) => page) }))
}

/** Returns the first page of this role after a sign-in, if a part names one. */
export const firstPageFor = (role: Role): Page | undefined =>
  knownPages().find(({ firstFor, admission }) => firstFor?.includes(role) && admits(admission, role))

/** Returns why this role (null: a visitor) may not enter, as a sentence of the page's part; null if it may. */
export function explainDenial({ admission, label, turnedAway }: Page, role: Role | null): string | null {
  if (admits(admission, role)) return null
  if (role === null) return turnedAway?.visitor ?? `Please log in to open ${label}.`
  return (turnedAway?.user ?? `Your role ({role}) has no access to ${label}.`).replaceAll('{role}', role)
}

/** The decision to show the page, or home with the reason. */
export type AccessDecision = { readonly kind: 'stay' } | { readonly kind: 'home'; readonly reason: string }

/** Decides whether a page is shown. `wasInside`: the user was allowed to open it before. */
export function accessDecision(page: Page, role: Role | null, wasInside: boolean): AccessDecision {
  const reason = explainDenial(page, role)
  if (reason === null || (role === null && wasInside && page.saysAccessDenied)) return { kind: 'stay' }
  return { kind: 'home', reason }
}
