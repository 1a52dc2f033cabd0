import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Champion } from './bracket-boards.tsx'
import { BracketGame } from './bracket-game.tsx'
import styles from './bracket-rounds.module.css'
import type { ShownGames } from './bracket-view.tsx'
import { groupByStakes } from './drawn-bracket.ts'

type Round = ShownBracket['rounds'][number]

interface BracketRoundsProps extends ShownGames {
  readonly bracket: ShownBracket
}

/** The bracket on phones: one round at a time, by swipe, buttons or arrow keys. It begins with the open round. */
export function BracketRounds({ bracket: { rounds, places }, ...shown }: BracketRoundsProps) {
  const strip = useRef<HTMLOListElement>(null)
  const open = firstOpen(rounds)
  const [current, setCurrent] = useState(open)
  const hasChosen = useRef(false)
  const show = (index: number, behavior?: ScrollBehavior) => {
    const list = strip.current
    list?.scrollTo({ left: index * list.clientWidth, ...(behavior && { behavior }) })
  }
  // The position of the strip is read only at the width for which it was set.
  const width = useRef(0)
  useEffect(() => {
    const list = strip.current
    const round = list?.children[current]
    if (!list || !round) return
    const fit = new ResizeObserver(() => {
      // The strip is as high as the round that is seen: others may have three times as many games.
      list.style.height = `${round.scrollHeight}px`
      if (list.clientWidth === width.current) return
      width.current = list.clientWidth
      // A strip keeps its distance in pixels, which is another round once the phone is turned.
      list.scrollTo({ left: current * list.clientWidth, behavior: 'instant' })
    })
    fit.observe(round)
    return () => fit.disconnect()
  }, [current])
  // It follows the rounds until the reader chooses one. Its first place is not its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only where another round is open.
  useEffect(() => {
    if (!hasChosen.current) show(open, 'instant')
  }, [open])
  const choose = () => {
    hasChosen.current = true
  }
  return (
    <section
      className={styles['rounds']}
      data-ground="festive"
      aria-label="Rounds"
      onPointerDown={choose}
      onKeyDown={choose}
      onWheel={choose}
    >
      <Champion places={places} />
      <nav className={styles['nav']} aria-label="Rounds">
        <IconButton
          label="Round before"
          icon={<ChevronLeft aria-hidden="true" />}
          aria-disabled={current === 0}
          onClick={() => show(Math.max(0, current - 1))}
        />
        <ol>
          {rounds.map(({ number }, index) => (
            <li key={number}>
              <button
                type="button"
                className={styles['step']}
                aria-current={index === current ? 'true' : undefined}
                aria-label={nameRound(index, rounds)}
                onClick={() => show(index)}
              >
                {index === rounds.length - 1 ? 'Finals' : number}
              </button>
            </li>
          ))}
        </ol>
        <IconButton
          label="Next round"
          icon={<ChevronRight aria-hidden="true" />}
          aria-disabled={current === rounds.length - 1}
          onClick={() => show(Math.min(rounds.length - 1, current + 1))}
        />
      </nav>
      <ol
        ref={strip}
        className={styles['strip']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Arrow keys scroll it.
        tabIndex={0}
        aria-label="Games by round"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          clientWidth > 0 && clientWidth === width.current && setCurrent(Math.round(scrollLeft / clientWidth))
        }
      >
        {rounds.map((round, index) => (
          <li key={round.number} className={styles['round']} aria-label={nameRound(index, rounds)}>
            <h2 className={styles['title']}>
              {nameRound(index, rounds)} <span>{firstStart(round)}</span>
            </h2>
            {groupByStakes(round.games, shown.teams).map(([title, games]) => (
              <div key={title} className={styles['group']}>
                <h3 className={styles['stakes']}>
                  {games.length > 1 && title.endsWith('final') ? `${title}s` : title}
                </h3>
                <ol>
                  {games.map((game) => (
                    <li key={game.id}>
                      <BracketGame game={game} {...shown} />
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The first round with a game that is not decided; the last one when all are. */
function firstOpen(rounds: readonly Round[]): number {
  const open = rounds.findIndex(({ games }) => games.some(({ status }) => status !== 'final' && status !== 'cancelled'))
  return open === -1 ? rounds.length - 1 : open
}

const nameRound = (index: number, rounds: readonly Round[]): string =>
  index === rounds.length - 1 ? 'Finals' : `Round ${rounds[index]?.number}`

function firstStart({ games }: Round): string {
  const starts = games.flatMap(({ start }) => start ?? [])
  const [first] = starts.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  return first ? `from ${clockTime(first)}` : ''
}
