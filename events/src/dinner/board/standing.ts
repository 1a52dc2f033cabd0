import type { SignupEvent } from '../events.ts'
import type { Place } from './place.ts'

/** A time on the buffet; `to` is null while it lasts. ISO moments. */
export interface Stay {
  readonly from: string
  readonly to: string | null
}

/** The place of a dish in the dinner of that number, and how it got there. In any later dinner it begins in Holding. */
export interface Standing {
  readonly dinner: number
  readonly place: Place
  readonly stays: readonly Stay[]
  /** When its tray was emptied; null while there is something in it. */
  readonly emptiedAt: string | null
  /** Moment of the last thing that happened to it in this dinner; no later fact lies before it. */
  readonly since: string | null
}

export const unmoved: Standing = {
  dinner: 0,
  place: { zone: 'holding' },
  stays: [],
  emptiedAt: null,
  since: null,
}

/** Its standing in a dinner; facts of an earlier dinner do not count. */
export const standingIn = (dinner: number, standing: Standing): Standing =>
  standing.dinner >= dinner ? standing : { ...unmoved, dinner }

/** The one reading of a dish's moves, used by decisions and by read models. Total; facts of an earlier dinner that come late change nothing. */
export function evolveStanding(before: Standing, event: SignupEvent): Standing {
  if (!isAboutStanding(event)) return before
  const { dinner, at } = event.data
  if (dinner < before.dinner) return before
  const standing = standingIn(dinner, before)
  if (event.type === 'DishEmptied') return { ...standing, stays: ended(standing.stays, at), emptiedAt: at, since: at }
  if (event.type === 'DishPutBack') return putBack(standing, at)
  const { to } = event.data
  const stays = to.zone === 'buffet' ? begun(standing.stays, at) : ended(standing.stays, at)
  return { ...standing, place: to, stays, emptiedAt: null, since: at }
}

type StandingEvent = Extract<SignupEvent, { type: 'DishMoved' | 'DishEmptied' | 'DishPutBack' }>

const isAboutStanding = (event: SignupEvent): event is StandingEvent =>
  event.type === 'DishMoved' || event.type === 'DishEmptied' || event.type === 'DishPutBack'

/** The tray stayed where it was: the stay that Done had ended goes on. */
function putBack(standing: Standing, at: string): Standing {
  const last = standing.stays.at(-1)
  if (standing.emptiedAt === null || !last) return standing
  return { ...standing, stays: [...standing.stays.slice(0, -1), { ...last, to: null }], emptiedAt: null, since: at }
}

/** From one place of the buffet to another is still the same stay. */
function begun(stays: readonly Stay[], at: string): readonly Stay[] {
  return stays.at(-1)?.to === null ? stays : [...stays, { from: at, to: null }]
}

function ended(stays: readonly Stay[], at: string): readonly Stay[] {
  const last = stays.at(-1)
  return last?.to === null ? [...stays.slice(0, -1), { ...last, to: at }] : stays
}
