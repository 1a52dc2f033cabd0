import type { ListedUser, User } from '@ultimate/events/staff/api.ts'
import type { UnhandledEvent } from '../../../platform/event-store/event-log.ts'

type Mails = ReadonlyMap<string, NonNullable<ListedUser['mail']>>

/** So long a mail is simply on its way, in milliseconds. */
const underWayMs = 5000

/** The mails with temporary passwords that have not left, by the id of whom they are for. */
export const mailsOf = (unhandled: readonly UnhandledEvent[], now: Date): Mails =>
  new Map(
    unhandled.map(({ stream, at, isGivenUp }) => {
      const isNew = now.getTime() - at.getTime() < underWayMs
      return [stream.slice('user-'.length), isGivenUp ? 'failed' : isNew ? 'under-way' : 'waiting']
    }),
  )

/** Nobody waits for a mail who has signed in before, or was told the password in another way. */
export const mailTo = ({ id, is_verified }: User, mails: Mails): ListedUser['mail'] =>
  is_verified ? null : (mails.get(id) ?? null)
