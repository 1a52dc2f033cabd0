import { confirmationLinkRequest } from '@ultimate/events/tournament/registration.ts'
import type { MyTeam, OwnGame } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { sendNow, useQueuedCommands } from '@ultimate/kit/offline-queue/queue.ts'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/people/link-request-form.tsx'
import { isDomainError, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { useLocation, useNavigate, useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useCallback, useEffect, useState } from 'react'
import { dayName } from '../../weekend/shown-games.ts'
import { useNow } from '../../weekend/use-now.ts'
import { isEnded, myTeamKey, storedTeam, useAcceptedGames, useMyTeam } from './my-team.ts'
import styles from './my-team-page.module.css'
import { findNextGame, nameOpponent, takesEntry } from './own-game.ts'
import { type OpenForm, OwnGameCard } from './own-game-card.tsx'

/** The page of a captain at the fields: where the team plays next, its scores, and spirit. */
export function MyTeamPage() {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const token = hash.slice(1)
  const [hasLink, setHasLink] = useState(() => storedTeam.load() !== null)
  // Removes the token from the address once the device has it, because it opens the team for everyone who sees it.
  const onOpened = useCallback(() => {
    setHasLink(true)
    navigate({ pathname: '/my-team', search }, { replace: true })
  }, [navigate, search])
  return (
    <Page>
      <PageHeader title="My Team" feather="gold">
        Where you play next. Enter scores and spirit here.
      </PageHeader>
      <div className={styles['stack']}>
        {token && <OpenLink key={token} token={token} onOpened={onOpened} />}
        {!token && (hasLink ? <OpenedTeam /> : <NoLink />)}
      </div>
    </Page>
  )
}

function NoLink() {
  return (
    <>
      <p>
        Captains enter scores and spirit here, without an account: open the private link in our email on this phone.
        Playing, not captaining? Follow your team on the schedule.
      </p>
      {doesSiteMail() || <p>This site sends no email: ask the tournament director for your link.</p>}
      <TeamLinkForm />
    </>
  )
}

function OpenedTeam() {
  const { data, error, isFetching, refetch } = useMyTeam()
  const [stored] = useState(() => storedTeam.load())
  useAcceptedGames()
  const hasLinkEnded = isEnded(error)
  useEffect(() => {
    if (hasLinkEnded) storedTeam.clear()
  }, [hasLinkEnded])
  if (hasLinkEnded) return <LinkEnded />
  const myTeam = data ?? stored?.answer
  if (!myTeam && error)
    return (
      <ErrorPanel title="Failed to load your games" onRetry={() => void refetch()} retrying={isFetching}>
        The link on this device still works.
      </ErrorPanel>
    )
  if (!myTeam) return <SkeletonRows label="Loading your games" rows={6} />
  return (
    <>
      <AsOf at={data ? null : (stored?.at ?? null)} what="Games" />
      <Games {...myTeam} />
    </>
  )
}

function LinkEnded() {
  return (
    <>
      <Notice tone="bad" announce="alert" title="The link on this device has ended.">
        Open the newest link in our email on this phone. What you entered here is saved, and is sent then.
      </Notice>
      <TeamLinkForm />
    </>
  )
}

function Games({ team, games, fields }: MyTeam) {
  const [params] = useSearchParams()
  const linkedGame = params.get('game')
  const [open, setOpen] = useState<{ readonly game: string; readonly form: OpenForm } | null>(
    linkedGame ? { game: linkedGame, form: 'score' } : null,
  )
  const commands = useQueuedCommands()
  const now = useNow()
  const fieldNames = new Map(fields.map(({ id, name }) => [id, name]))
  useEffect(() => {
    if (linkedGame) document.getElementById(`game-${linkedGame}`)?.scrollIntoView({ block: 'start' })
  }, [linkedGame])
  const openGame = (game: string, form: OpenForm) => setOpen(form ? { game, form } : null)
  if (games.length === 0)
    return (
      <>
        <NextGame team={team} game={null} fields={fieldNames} />
        <EmptyState title="No games yet">They appear here as soon as the schedule is published.</EmptyState>
      </>
    )
  return (
    <>
      <NextGame team={team} game={findNextGame(games)} fields={fieldNames} />
      {linkedGame && games.every(({ id }) => id !== linkedGame) && (
        <Notice tone="warn" title="That game is not your team’s.">
          This device has opened the link of <bdi>{team.name}</bdi>.
        </Notice>
      )}
      <ol className={styles['games']} aria-label="Games">
        {games.map((game) => (
          <OwnGameCard
            key={game.id}
            game={game}
            team={team.id}
            fields={fieldNames}
            commands={commands}
            now={now}
            form={open?.game === game.id ? open.form : null}
            onForm={(form) => openGame(game.id, form)}
          />
        ))}
      </ol>
    </>
  )
}

interface NextGameProps {
  readonly team: MyTeam['team']
  readonly game: OwnGame | null
  readonly fields: ReadonlyMap<string, string>
}

function NextGame({ team, game, fields }: NextGameProps) {
  return (
    <section className={styles['next']} data-ground="festive" aria-label="Next game">
      <p className={styles['team']}>
        <bdi>{team.name}</bdi>
      </p>
      {game ? (
        <>
          <p className={styles['opponent']}>
            <span className={styles['against']}>{takesEntry(game) ? 'Next against' : 'Next'}</span>{' '}
            <bdi>{nameOpponent(game, team.id)}</bdi>
          </p>
          {game.start && (
            <p className={styles['where']}>
              <span>{clockTime(game.start)}</span>
              <span>{fields.get(game.field_id ?? '')}</span>
            </p>
          )}
          {game.start && <p>{dayName(game.start.slice(0, 10))}</p>}
        </>
      ) : (
        <p className={styles['opponent']}>No game waits for you</p>
      )}
    </section>
  )
}

interface OpenLinkProps {
  readonly token: string
  /** Called once the device has opened the link: the address no longer needs the token. */
  readonly onOpened: () => void
}

/** Opens the link of the mail on this device. */
function OpenLink({ token, onOpened }: OpenLinkProps) {
  const [error, setError] = useState<unknown>(null)
  const [isTrying, setTrying] = useState(true)
  const open = useCallback(async () => {
    setTrying(true)
    try {
      const { team } = await retryUntilAnswered(() => call('POST /api/my-team/open', { body: { token } }))
      const before = storedTeam.load()
      if (before?.answer?.team.id !== team.id) storedTeam.save({ at: Date.now(), answer: null })
      // The answer in the cache may be of another team, or an error because the earlier link had ended.
      queryClient.removeQueries({ queryKey: myTeamKey })
      // Commands that waited for a link are sent now.
      void sendNow()
      onOpened()
    } catch (failure) {
      setError(failure)
    } finally {
      setTrying(false)
    }
  }, [token, onOpened])
  useEffect(() => void open(), [open])
  if (error === null) return <SkeletonRows label="Opening your team" rows={6} />
  if (isDomainError(error) && error.status !== 429)
    return (
      <>
        <Notice tone="bad" announce="alert" title={error.message} />
        <TeamLinkForm />
      </>
    )
  return (
    <ErrorPanel title="Your team could not be opened." onRetry={() => void open()} retrying={isTrying}>
      The link still works. {storedTeam.load() && <Button onClick={onOpened}>Show the last games we loaded</Button>}
    </ErrorPanel>
  )
}

const machine = linkRequestMachine({
  id: 'my-team-link',
  findError: (email) => firstIssues(['email'], confirmationLinkRequest.safeParse({ email })).email,
  send: (email, idempotencyKey) => call('POST /api/my-team/request-link', { body: { email } }, { idempotencyKey }),
})

/** Asks for the link of the captain again. The answer does not reveal whether a team has that address. */
function TeamLinkForm() {
  return (
    <section className={styles['link']} aria-label="Lost your link?">
      <h2>Lost your link?</h2>
      <LinkRequestForm
        machine={machine}
        name="Ask for the link again"
        label="Captain email"
        hint={doesSiteMail() ? 'We’ll email the links of all teams with this address.' : undefined}
        submit="Send me the link"
        sent={{
          title: 'If a team has that address, we’ve emailed its link.',
          help: 'Open it and press “Games and scores”. Nothing yet? Check your spam folder. Still nothing? The tournament director can enter your scores.',
        }}
        withoutMail=": the tournament director can help."
      />
    </section>
  )
}
