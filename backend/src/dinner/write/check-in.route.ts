import type { CommandContext } from '@ultimate/event-store/commands.ts'
import {
  type CheckIn,
  checkInDecider,
  type DecideArrival,
  decideArrivalDecider,
} from '@ultimate/events/dinner/check-in.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { type SignupState, signupStream } from '@ultimate/events/dinner/signup-state.ts'
import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { arrivalApi } from '@ultimate/events/dinner/slots/arrival-api.ts'
import { type CheckInAnswer, signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { reportedTime } from '@ultimate/events/language/reported-time.ts'
import { type Answer, type RequestContext, type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readRemovedSignup, readUndecided } from '../read/arrivals.query.ts'
import { readDinner } from '../read/board/board.query.ts'
import { explainingErrors } from '../read/board/happened.ts'
import { type DetailedSignup, readSignup } from '../read/signups.view.ts'
import { takePlace } from './cancel-signup.ts'

export const checkInDishRoute = (platform: Platform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInDish, category: 'dishes' })

export const checkInServerRoute = (platform: Platform): Route =>
  checkInRoute(platform, { endpoint: signupApi.checkInServer, category: 'serving' })

interface CheckInKind {
  readonly endpoint: typeof signupApi.checkInDish | typeof signupApi.checkInServer
  readonly category: SlotCategory
}

interface CheckInRequest {
  readonly id: string
  readonly category: SlotCategory
  readonly checkedIn: boolean
  readonly at: string | undefined
}

function checkInRoute(platform: Platform, { endpoint, category }: CheckInKind): Route {
  const { current } = platform
  const present = async (id: string): Promise<Answer<CheckInAnswer>> => {
    const { signup, version } = (await readSignup(current, id, category)) ?? dinnerErrors.fail('SIGNUP_NOT_FOUND')
    return { status: 200, body: { signup }, version }
  }
  return route(
    endpoint,
    async ({ params: { id }, body: { checkedIn, at } }, context) => {
      const asked = { id, category, checkedIn, at }
      return explainingErrors(platform, { id }, async () => {
        const known = await readSignup(current, id, category)
        const answer = known && (await checkInKnown(platform, asked, { known, context }).catch(unlessRemoved(asked)))
        if (!answer) return checkInRemoved(platform, asked, context.command)
        const { body, ...rest } = await present(id)
        return { ...rest, body: { ...body, ...answer } }
      })
    },
    { current: ({ params }) => present(params.id) },
  )
}

/** The sign-up was removed between the look at it and the decision: then it is looked for among those that were. */
const unlessRemoved =
  ({ at }: CheckInRequest) =>
  (error: unknown) => {
    if (at !== undefined && error instanceof DomainError && error.code === 'SIGNUP_NOT_FOUND') return null
    throw error
  }

/** Answers who checked the person in, where another user has done so before. */
async function checkInKnown(
  platform: Platform,
  asked: CheckInRequest,
  { known, context }: { readonly known: DetailedSignup; readonly context: RequestContext },
): Promise<Pick<CheckInAnswer, 'already'>> {
  const { signup, signedUpAt } = known
  const { command, expectedVersion } = context
  const { outcome } = await handle(platform, asked, {
    slotId: signup.slot_id,
    notBefore: signedUpAt,
    expectedVersion,
    command,
  })
  const now = outcome === 'unchanged' && asked.checkedIn ? await readSignup(platform.current, asked.id) : null
  const at = now?.signup.checked_at ?? null
  return now && at !== null ? { already: { by: now.checkedInBy, at } } : {}
}

/** Records the arrival of a removed sign-up, if it was before the removal. */
async function checkInRemoved(
  platform: Platform,
  asked: CheckInRequest,
  command: CommandContext,
): Promise<Answer<CheckInAnswer>> {
  const removed = asked.at === undefined ? null : await readRemovedSignup(platform, asked.id)
  if (removed?.signup.category !== asked.category) return dinnerErrors.fail('SIGNUP_NOT_FOUND')
  const { signup, signedUpAt: notBefore, removedAt } = removed
  const { state } = await handle(platform, asked, { slotId: signup.slot_id, notBefore, removedAt, command })
  return { status: 200, body: { signup: { ...signup, ...arrivalOf(state), removed: true } } }
}

const arrivalOf = (state: SignupState) =>
  state.status === 'canceled' && state.arrival.status === 'undecided'
    ? { checked_in: true, checked_at: state.arrival.at }
    : {}

interface Facts {
  readonly slotId: string
  readonly notBefore: Date
  readonly removedAt?: Date
  readonly expectedVersion?: number | undefined
  readonly command: CommandContext
}

async function handle({ commands, current }: Platform, { id, category, checkedIn, at }: CheckInRequest, facts: Facts) {
  const { slotId, notBefore, removedAt, expectedVersion, command: context } = facts
  const reported = reportedTime(at, { now: context.now, notBefore })
  const { dinner } = await readDinner(current)
  const command: CheckIn = {
    type: 'CheckIn',
    data: { checkedIn, slotId, category, ...reported, dinner, ...(removedAt && { removedAt }) },
    metadata: { now: context.now },
  }
  const handling = { stream: signupStream(id), command, expectedVersion }
  return commands.handle(checkInDecider, handling, { ...context, happenedAt: reported.at })
}

export function decideArrivalRoute(platform: Platform): Route {
  const { commands } = platform
  return route(
    arrivalApi.decideArrival,
    async ({ params: { signup_id: id }, body: { decision } }, { command: context }) => {
      const isUndecided = (await readUndecided(platform)).some(({ signup_id }) => signup_id === id)
      const removed = isUndecided ? await readRemovedSignup(platform, id) : null
      const place = removed && decision === 'restore' ? { made: removed.made, slotId: removed.signup.slot_id } : null
      // First: where the second command is lost, the decision is still to be made.
      if (place) await takePlace(commands, place, context)
      const command: DecideArrival = { type: 'DecideArrival', data: { decision }, metadata: { now: context.now } }
      await commands.handle(decideArrivalDecider, { stream: signupStream(id), command }, context)
      // Again, because what follows late from the removal may have freed the place before the decision was known.
      if (place) await takePlace(commands, place, context)
      return { status: 200, body: { arrivals: await readUndecided(platform) } }
    },
  )
}
