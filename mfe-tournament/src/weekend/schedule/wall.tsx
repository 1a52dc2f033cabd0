import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, ShownSchedule } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Logo } from '@ultimate/kit/art/logo.tsx'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { useRootMark } from '@ultimate/kit/components/layout/root-mark.ts'
import { venueTime } from '@ultimate/kit/event/venue-time.ts'
import { Pause, Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStandings } from '../queries.ts'
import { ScoreCard } from '../score-card.tsx'
import { type PoolStandings, PoolTable } from '../standings/pool-table.tsx'
import { useNow } from '../use-now.ts'
import styles from './schedule-page.module.css'

const sceneMs = 12_000
/** With reduced motion, a change of scenes is easily missed, so there is more time to read. */
const calmSceneMs = 20_000

interface WallProps {
  readonly schedule: ShownSchedule
  /** The time at which the shown data was received, in milliseconds, while the connection is lost; null otherwise. */
  readonly asOf: number | null
}

/** /schedule?view=wall: a big screen that turns automatically through games and standings, read from ten meters. */
export function Wall({ schedule, asOf }: WallProps) {
  useRootMark('wall')
  const now = useNow()
  const comp = useStandings('comp').data
  const rec = useStandings('rec').data
  const scenes = listScenes({
    games: schedule.games,
    standings: { ...(comp && { comp }), ...(rec && { rec }) },
    now,
  })
  const { index, isPaused, setPaused } = useTurning(scenes.length)
  const scene = scenes[index]
  return (
    <div className={styles['wall']}>
      <header className={styles['head']} data-ground="festive">
        <Logo className={styles['disc']} />
        <h1 className={styles['title']}>{scene?.title ?? 'Schedule'}</h1>
        <p className={styles['clock']} data-clock="">
          {venueTime(new Date(now))}
        </p>
      </header>
      <div key={scene?.id} className={styles['scene']}>
        {scene ? <SceneContent scene={scene} schedule={schedule} /> : <p>No game is scheduled.</p>}
      </div>
      <footer className={styles['foot']}>
        <p>
          {scenes.length > 0 && `${index + 1} of ${scenes.length}`}
          {asOf !== null && `, as of ${venueTime(new Date(asOf))}: no connection`}
        </p>
        <Button
          variant="quiet"
          size="compact"
          icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Continue' : 'Pause'}
        </Button>
        <LinkButton variant="quiet" size="compact" icon={<X aria-hidden="true" />} to="/schedule">
          Leave
        </LinkButton>
      </footer>
    </div>
  )
}

function SceneContent({ scene, schedule }: { readonly scene: Scene; readonly schedule: ShownSchedule }) {
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  if (scene.kind === 'pools')
    return (
      <div className={styles['pools']}>
        {scene.pools.map((pool) => (
          <PoolTable key={pool.id} pool={pool} division={scene.division} games={schedule.games} size="wall" />
        ))}
      </div>
    )
  return (
    <ul className={styles['games']}>
      {scene.games.map((game) => (
        <li key={game.id} className={styles['game']}>
          <ScoreCard game={game} fields={fields} lead="field" size="wall" />
        </li>
      ))}
    </ul>
  )
}

/** Goes from one scene to the next. Space pauses, the arrow keys go on and back. */
function useTurning(count: number) {
  // Negative after more steps back than on.
  const [turned, setTurned] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const index = count === 0 ? 0 : ((turned % count) + count) % count
  useEffect(() => {
    if (isPaused || count < 2) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setTurned(turned + 1), isCalm ? calmSceneMs : sceneMs)
    return () => clearTimeout(timer)
  }, [turned, isPaused, count])
  useEffect(() => {
    const turn = (by: 1 | -1) => setTurned((before) => before + by)
    const press = (event: KeyboardEvent) => {
      const act = { ' ': () => setPaused((before) => !before), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1) }[
        event.key
      ]
      // A button or link that has the focus takes the key itself.
      if (!act || (event.target instanceof Element && event.target.closest('a, button'))) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { index, isPaused, setPaused }
}

/** The content of one screen. */
type Scene = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'games'; readonly games: readonly Game[] }
  | { readonly kind: 'pools'; readonly division: Division; readonly pools: readonly PoolStandings[] }
)

/** The numbers that fit on a screen of 1920 by 1080. */
const maxGames = 10
const maxRows = 9

interface WallFacts {
  readonly games: readonly Game[]
  readonly standings: Readonly<Partial<Record<Division, ShownStandings>>>
  /** Milliseconds. */
  readonly now: number
}

/** Lists the games now or else the latest results, the next games, the open round of each bracket, and all standings. */
export function listScenes({ games, standings, now }: WallFacts): Scene[] {
  const gamesToPlay = games.filter(({ start, status }) => start !== null && status !== 'cancelled')
  const current = gamesToPlay.filter((game) => parseStart(game) <= now && now < parseEnd(game))
  const later = gamesToPlay.filter((game) => parseStart(game) > now)
  const next = takeSameStart(later.toSorted((one, other) => parseStart(one) - parseStart(other)))
  const ended = gamesToPlay.filter((game) => parseEnd(game) <= now && (game.score !== null || game.forfeit !== null))
  const latest = takeSameStart(ended.toSorted((one, other) => parseStart(other) - parseStart(one)))
  return [
    ...pageGames('now', 'Now', current),
    ...(current.length === 0 ? pageGames('latest', 'Latest results', latest) : []),
    ...pageGames('next', `Next, ${clockTime(next[0]?.start ?? '')}`, next),
    ...divisions.flatMap((division) =>
      pageGames(`bracket-${division}`, `Bracket, ${divisionLabels[division]}`, findRound(gamesToPlay, division)),
    ),
    ...divisions.flatMap((division) => pagePools(division, standings[division]?.pools ?? [])),
  ]
}

const parseStart = ({ start }: Game): number => Date.parse(start ?? '')
const parseEnd = ({ end }: Game): number => Date.parse(end ?? '')

/** Takes the first game, and all games that begin at the same time. */
const takeSameStart = (games: readonly Game[]): Game[] => games.filter(({ start }) => start === games[0]?.start)

/** Finds the first round of a bracket with a game that is not final. */
function findRound(games: readonly Game[], division: Division): Game[] {
  const bracketGames = games.filter((game) => game.stage === 'bracket' && game.division === division)
  const openGames = bracketGames
    .filter(({ status }) => status !== 'final')
    .toSorted((one, other) => parseStart(one) - parseStart(other))
  return bracketGames.filter(({ start }) => start === openGames[0]?.start)
}

function pageGames(id: string, title: string, games: readonly Game[]): Scene[] {
  return splitIntoPages(games, () => 1, maxGames).map((page, index) => ({
    kind: 'games',
    id: `${id}-${index}`,
    title,
    games: page,
  }))
}

function pagePools(division: Division, pools: readonly PoolStandings[]): Scene[] {
  // Half the rows, because two pools are side by side.
  return splitIntoPages(pools, ({ rows }) => rows.length / 2, maxRows).map((page, index) => ({
    kind: 'pools',
    id: `pools-${division}-${index}`,
    title: `Standings, ${divisionLabels[division]}`,
    division,
    pools: page,
  }))
}

/** Splits into pages of equal length, because a last page with a single game would look lost. */
function splitIntoPages<Item>(items: readonly Item[], sizeOf: (item: Item) => number, maxSize: number): Item[][] {
  const totalSize = items.reduce((sum, item) => sum + sizeOf(item), 0)
  const pages = Math.ceil(totalSize / maxSize)
  const perPage = Math.ceil(items.length / Math.max(1, pages))
  return Array.from({ length: pages }, (_, page) => items.slice(page * perPage, (page + 1) * perPage)).filter(
    (page) => page.length > 0,
  )
}
