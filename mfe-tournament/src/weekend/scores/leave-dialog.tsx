import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { clockTime, nameGame, scheduleLimits } from '@ultimate/events/tournament/weekend/plan.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { listTeams, playsIn, sideName } from '../shown-games.ts'
import { useUndoableCommand } from '../undoable-command.ts'
import { gamesKey } from './staff-games.ts'
import styles from './staff-scores-page.module.css'

interface LeaveDialogProps {
  readonly games: readonly StaffGame[]
  readonly onClose: () => void
}

interface Leaving {
  readonly team_id: string
  readonly reason: string
}

/** Takes a team out of its games. First lists the games that the team forfeits: those without a result. */
export function LeaveDialog({ games, onClose }: LeaveDialogProps) {
  const [team, setTeam] = useState('')
  const [reason, setReason] = useState('')
  const teams = listTeams(games)
  const name = teams.find((one) => one.id === team)?.name ?? 'The team'
  const openGames = games.filter((game) => playsIn(game, team) && game.status === 'scheduled')
  const leaving = useUndoableCommand({
    send: (body: Leaving, idempotencyKey) => call('POST /api/schedule/withdraw', { body }, { idempotencyKey }),
    failed: 'The team could not be taken out.',
    show: () => refresh(gamesKey),
    onDone: onClose,
    done: () => `${name} is out of its games.`,
  })
  const errors = leaving.error instanceof ApiError ? leaving.error.fields : {}
  return (
    <FormDialog
      onClose={onClose}
      title="Take a team out of its games"
      description="Its games without a result count as forfeited, including later bracket games. Its results stay."
      label="Take a team out"
      className={styles['form']}
      act="Take Team Out"
      isReady={team !== ''}
      command={leaving}
      onSubmit={() => team !== '' && leaving.run({ team_id: team, reason: reason.trim() })}
      below={
        <div role="status" className={styles['preview']}>
          {team !== '' && <Forfeits games={openGames} team={team} />}
        </div>
      }
    >
      <SelectField label="Team" value={team} error={errors['team_id']} onValueChange={setTeam}>
        <option value="">Choose a team</option>
        {teams.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reason"
        maxLength={scheduleLimits.reason}
        autoComplete="off"
        value={reason}
        error={errors['reason']}
        onValueChange={setReason}
      />
    </FormDialog>
  )
}

function Forfeits({ games, team }: { readonly games: readonly StaffGame[]; readonly team: string }) {
  if (games.length === 0) return <Notice>All games of this team have a result.</Notice>
  return (
    <section className={styles['consequences']}>
      <h3>{games.length === 1 ? '1 game is forfeited' : `${games.length} games are forfeited`}</h3>
      <ul className={styles['changes']}>
        {games.map((game) => (
          <li key={game.id}>
            <b>{nameGame(game)}</b>
            <span>
              {game.start && `${clockTime(game.start)}, `}to{' '}
              <bdi>{sideName(game.home.team?.id === team ? game.away : game.home)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
