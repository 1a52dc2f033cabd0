import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Champion } from './bracket-boards.tsx'
import { BracketGame } from './bracket-game.tsx'
import styles from './bracket-view.module.css'
import type { BracketContext } from './bracket-view.tsx'
import { groupByStakes } from './bracket-words.ts'

type Round = ShownBracket['rounds'][number]

interface BracketRoundsProps extends BracketContext {
  readonly bracket: ShownBracket
}

/** The bracket on phones: one round at a time, by swipe, buttons or arrow keys. It begins with the open round. */
export function BracketRounds({ bracket: { rounds, places }, ...context }: BracketRoundsProps) {
  const strip = useRef<HTMLOListElement>(null)
  const openRound = findOpenRound(rounds)
  const [current, setCurrent] = useState(openRound)
  const hasChosen = useRef(false)
  // The strip's width when its position was set: at another width, the same position shows another round.
  const positionedWidth = useRef(0)
  const show = (index: number, behavior?: ScrollBehavior) => {
    const list = strip.current
    if (!list) return
    positionedWidth.current = list.clientWidth
    list.scrollTo({ left: index * list.clientWidth, ...(behavior && { behavior }) })
  }
  useEffect(() => {
    const list = strip.current
    const round = list?.children[current]
    if (!list || !round) return
    const fit = new ResizeObserver(() => {
      // The strip is as high as the visible round, because other rounds may have three times as many games.
      list.style.height = `${round.scrollHeight}px`
      if (list.clientWidth === positionedWidth.current) return
      positionedWidth.current = list.clientWidth
      // After the phone is turned, the same distance in pixels would be another round.
      list.scrollTo({ left: current * list.clientWidth, behavior: 'instant' })
    })
    fit.observe(round)
    return () => fit.disconnect()
  }, [current])
  // Shows the open round until the reader chooses one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when another round opens.
  useEffect(() => {
    if (hasChosen.current) return
    setCurrent(openRound)
    show(openRound, 'instant')
  }, [openRound])
  const noteChoice = () => {
    hasChosen.current = true
  }
  return (
    <section
      className={styles['rounds']}
      data-ground="festive"
      aria-label="Rounds"
      onPointerDown={noteChoice}
      onKeyDown={noteChoice}
      onWheel={noteChoice}
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Arrow keys scroll the focused strip.
        tabIndex={0}
        aria-label="Games by round"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          clientWidth > 0 && clientWidth === positionedWidth.current && setCurrent(Math.round(scrollLeft / clientWidth))
        }
      >
        {rounds.map((round, index) => (
          <li key={round.number} className={styles['round']} aria-label={nameRound(index, rounds)}>
            <h2 className={styles['title']}>
              {nameRound(index, rounds)} <span>{describeStart(round)}</span>
            </h2>
            {groupByStakes(round.games, context.teams).map(([title, games]) => (
              <div key={title} className={styles['group']}>
                <h3 className={styles['stakes']}>
                  {games.length > 1 && title.endsWith('final') ? `${title}s` : title}
                </h3>
                <ol>
                  {games.map((game) => (
                    <li key={game.id}>
                      <BracketGame game={game} {...context} />
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

/** Finds the index of the first round with an open game; the last one when no game is open. */
function findOpenRound(rounds: readonly Round[]): number {
  const index = rounds.findIndex(({ games }) =>
    games.some(({ status }) => status !== 'final' && status !== 'cancelled'),
  )
  return index === -1 ? rounds.length - 1 : index
}

const nameRound = (index: number, rounds: readonly Round[]): string =>
  index === rounds.length - 1 ? 'Finals' : `Round ${rounds[index]?.number}`

function describeStart({ games }: Round): string {
  const starts = games.flatMap(({ start }) => start ?? [])
  const [first] = starts.toSorted((one, other) => Date.parse(one) - Date.parse(other))
  return first ? `from ${clockTime(first)}` : ''
}
