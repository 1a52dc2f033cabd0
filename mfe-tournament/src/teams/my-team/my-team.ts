import type { MyTeam, OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import type { CommandRequest, QueuedCommand } from '@ultimate/kit/offline-queue/command.ts'
import { onOutcome, queueCommand } from '@ultimate/kit/offline-queue/queue.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { useEffect } from 'react'
import { createWeekendHook } from '../../weekend/queries.ts'

/** The last answer that this device read, so that the page opens without a connection; null before the first answer. */
interface StoredTeam {
  readonly at: number
  readonly answer: MyTeam | null
}

const isStored = (value: unknown): value is StoredTeam =>
  typeof value === 'object' && value !== null && 'at' in value && 'answer' in value

/** Present on a device that has opened a link. */
export const storedTeam = storedValue<StoredTeam>(
  'my-team.games',
  (value) => (isStored(value) ? value : null),
  () => deviceStorage,
)

export const myTeamKey: LiveKey = ['scores', 'my-team']

/** The games of the team whose link this device has opened. */
export const useMyTeam = createWeekendHook({
  stored: { key: myTeamKey, form: 1 },
  topics: ['schedule'],
  read: async (signal) => {
    const answer = await call('GET /api/my-team', {}, { signal })
    storedTeam.save({ at: Date.now(), answer })
    return answer
  },
})

/** True where the link of this device has ended, or is of another edition. */
export const isEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'NO_TOKEN'

/** Stores the command in the offline queue, which sends it when there is a connection. */
export async function queueOrSend(request: CommandRequest): Promise<void> {
  if (await queueCommand(request)) return
  // A shell of an earlier release queues no commands of visitors, so the command is sent at once.
  const { operation, params, body } = request
  const send = call as unknown as (operation: string, request: object, options: object) => Promise<GameAnswer>
  showGame(await send(operation, { params, body }, { idempotencyKey: newKey() }))
}

interface GameAnswer {
  readonly game: OwnGame
}

const showGame = ({ game }: GameAnswer): Promise<void> =>
  showAccepted<MyTeam>(myTeamKey, (myTeam) => ({
    ...myTeam,
    games: myTeam.games.map((other) => (other.id === game.id ? game : other)),
  }))

const isGameCommand = ({ operation }: QueuedCommand): boolean =>
  operation === 'PUT /api/games/{id}/entry' || operation === 'PUT /api/games/{id}/spirit'

/** Shows the server's answer to a command before the command is shown as sent. */
export function useAcceptedGames(): void {
  useEffect(
    () =>
      onOutcome(async (command, outcome) => {
        if (!isGameCommand(command)) return
        if (outcome.kind === 'done') await showGame(outcome.answer as GameAnswer)
        // After an unknown outcome, the command is sent again.
        if (outcome.kind !== 'unknown') void refresh(myTeamKey)
      }),
    [],
  )
}
