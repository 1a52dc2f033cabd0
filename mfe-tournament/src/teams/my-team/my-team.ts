import type { MyTeam, OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import type { CommandRequest, QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { onOutcome, queueCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { useEffect } from 'react'
import { weekendQuery } from '../../weekend/queries.ts'

/** The last answer that this device read, so that the page opens without a connection; `answer` is null before that. */
interface StoredTeam {
  readonly at: number
  readonly answer: MyTeam | null
}

const isStored = (found: unknown): found is StoredTeam =>
  typeof found === 'object' && found !== null && 'at' in found && 'answer' in found

/** Present on a device that has opened a link. */
export const storedTeam = storedValue<StoredTeam>(
  'my-team.games',
  (found) => (isStored(found) ? found : null),
  () => deviceStorage,
)

export const myTeamKey: LiveKey = ['scores', 'my-team']

/** The games of the team whose link this device has opened. */
export const useMyTeam = weekendQuery({
  stored: { key: myTeamKey, form: 1 },
  topics: ['schedule'],
  read: async (signal) => {
    const answer = await call('GET /api/my-team', {}, { signal })
    storedTeam.save({ at: Date.now(), answer })
    return answer
  },
})

/** The link of this device has ended, or belongs to another tournament. */
export const isEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'NO_TOKEN'

/** Stores it on the device, from where it is sent once. */
export async function queueOrSend(request: CommandRequest): Promise<void> {
  if (await queueCommand(request)) return
  // A shell of an earlier release queues nothing for those who are not signed in.
  const { operation, params, body } = request
  const send = call as unknown as (operation: string, request: object, options: object) => Promise<Accepted>
  showGame(await send(operation, { params, body }, { idempotencyKey: newKey() }))
}

interface Accepted {
  readonly game: OwnGame
}

const showGame = ({ game }: Accepted): Promise<void> =>
  showAccepted<MyTeam>(myTeamKey, (known) => ({
    ...known,
    games: known.games.map((one) => (one.id === game.id ? game : one)),
  }))

const isOwn = ({ operation }: QueuedCommand): boolean =>
  operation === 'PUT /api/games/{id}/entry' || operation === 'PUT /api/games/{id}/spirit'

/** Shows what the server made of a command before the command is shown as sent. */
export function useAcceptedGames(): void {
  useEffect(
    () =>
      onOutcome(async (command, outcome) => {
        if (!isOwn(command)) return
        if (outcome.kind === 'done') await showGame(outcome.answer as Accepted)
        if (outcome.kind !== 'unknown') void refresh(myTeamKey)
      }),
    [],
  )
}
