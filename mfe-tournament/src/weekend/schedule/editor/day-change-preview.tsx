import { clockTime, nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { type ShownGames, sideName } from '../../shown-games.ts'
import { type ChangedGames, changeWords, type WantedChange } from './day-change.ts'
import styles from './schedule-editor-page.module.css'

interface PreviewProps {
  /** The schedule with the games of brackets that are not posted yet. */
  readonly schedule: ShownGames
  readonly kind: WantedChange['kind']
  readonly changed: ChangedGames
}

/** Every game that moves or is canceled, and the problems that the change causes. */
export function DayChangePreview({ schedule, kind, changed: { moved, cancelled, problems } }: PreviewProps) {
  const games = new Map(schedule.games.map((game) => [game.id, game]))
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  const rows = [
    ...moved
      .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
      .map(({ id, from, to }) => ({
        id,
        time: from === to ? `${clockTime(from)}, new length` : `${clockTime(from)} → ${clockTime(to)}`,
      })),
    ...cancelled.map((id) => ({ id, time: clockTime(games.get(id)?.start ?? '') })),
  ]
  if (rows.length === 0) return <Notice>{changeWords[kind].none}</Notice>
  return (
    <div className={styles['preview']}>
      {problems.length > 0 && (
        <Notice tone="warn" title={problems.length === 1 ? '1 problem' : `${problems.length} problems`}>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <h3>{changeWords[kind].heading(rows.length)}</h3>
      <ul className={styles['moved']}>
        {rows.map(({ id, time }) => (
          <li key={id}>
            <b>{time}</b>
            <GameWords game={games.get(id)} fields={fields} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface GameWordsProps {
  readonly game: Game | undefined
  readonly fields: ReadonlyMap<string, string>
}

function GameWords({ game, fields }: GameWordsProps) {
  if (!game) return null
  return (
    <span>
      {nameGame(game)}, {fields.get(game.field_id ?? '')}: <bdi>{sideName(game.home)}</bdi> –{' '}
      <bdi>{sideName(game.away)}</bdi>
    </span>
  )
}
