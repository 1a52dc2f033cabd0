import { hasNewerDraft, isSameArrangement, poolChanges } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { venueTime } from '@ultimate/kit/event/venue-time.ts'
import type { ShownTeam } from '../../teams/team-list.ts'
import { useTeams } from '../../teams/teams-query.ts'
import { ChangeList, type NamedTeam } from './change-list.tsx'
import styles from './dialogs.module.css'
import { touchInWords } from './notices.tsx'
import { otherDivision } from './reads.ts'
import { type Arrangement, countTeams, placedTeams } from './unsaved/arrangement.ts'
import { findDoubt } from './unsaved/roster.ts'
import { latestArrangement, type StoredDivision } from './unsaved/stored.ts'
import { type Context, isDirty } from './unsaved/work.ts'
import type { PoolBuilder } from './use-pool-builder.ts'

/** The questions the builder asks: before publishing, unpublishing and leaving, and when another user saved first. */
export function BuilderDialogs({ builder }: { readonly builder: PoolBuilder }) {
  const { phase, context, send, leaving, isUnsaved } = builder
  // The teams of both divisions, which are published together.
  const { data: registered = [] } = useTeams()
  const isAsked = (intent: Context['intent']) => phase === 'confirming' && context.intent === intent
  const answers = { onCancel: () => send({ type: 'cancel' }), onConfirm: () => send({ type: 'confirm' }) }
  return (
    <>
      <ConfirmDialog {...answers} open={isAsked('publish')} title="Publish pools?" confirmLabel="Publish">
        <PublishQuestion context={context} registered={registered} />
      </ConfirmDialog>
      <ConfirmDialog {...answers} open={isAsked('unpublish')} title="Unpublish pools?" confirmLabel="Unpublish">
        <UnpublishQuestion context={context} />
      </ConfirmDialog>
      <ConfirmDialog
        open={leaving !== null}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        tone="danger"
        onCancel={() => leaving?.stay()}
        onConfirm={() => leaving?.leave()}
      >
        {isUnsaved
          ? 'This division has unsaved changes. They are lost when you leave.'
          : 'Your change has not been sent, and won’t be if you leave now.'}
      </ConfirmDialog>
      {phase === 'conflict' && <Conflict builder={builder} />}
    </>
  )
}

interface PublishQuestionProps {
  readonly context: Context
  readonly registered: readonly ShownTeam[]
}

/** The changes for the public in both divisions, the teams that may not play, and the newer draft that is replaced. */
function PublishQuestion({ context, registered }: PublishQuestionProps) {
  const { division, stored, pools, view, teams } = context
  const { other } = stored
  const poolsOfOther = latestArrangement(other)
  const isReplaced = view === 'public' && hasNewerDraft(stored) && !isSameArrangement(latestArrangement(stored), pools)
  return (
    <>
      <p>What is on the screen is saved first. Then the public sees these changes:</p>
      <div className={styles['divisions']}>
        <PublicChanges
          division={division}
          before={stored.published}
          after={pools}
          teams={[...teams, ...listPlaced(stored)]}
        >
          <DoubtfulTeams pools={pools} registered={registered} />
          {isReplaced && <ReplacedDraft stored={stored} />}
        </PublicChanges>
        <PublicChanges
          division={otherDivision(division)}
          before={other.published}
          after={poolsOfOther}
          teams={listPlaced(other)}
        >
          <DoubtfulTeams pools={poolsOfOther} registered={registered} />
        </PublicChanges>
      </div>
    </>
  )
}

const listPlaced = ({ placed }: StoredDivision): NamedTeam[] => placed.map(({ id, name }) => ({ id, team_name: name }))

interface PublicChangesProps {
  readonly division: Division
  readonly before: Arrangement
  readonly after: Arrangement
  readonly teams: readonly NamedTeam[]
  readonly children?: React.ReactNode
}

function PublicChanges({ division, before, after, teams, children }: PublicChangesProps) {
  return (
    <section>
      <h3 className={styles['title']}>{divisionLabels[division]}</h3>
      <ChangeList changes={poolChanges(before, after)} teams={teams} nothing="Nothing changes." />
      {children}
    </section>
  )
}

const doubtWords = [
  ['Waitlist', 'On the waitlist'],
  ['Not paid', 'Not paid'],
] as const

interface DoubtfulTeamsProps extends Pick<PublishQuestionProps, 'registered'> {
  readonly pools: Arrangement
}

/** The teams in these pools that wait or have not paid, by name. */
function DoubtfulTeams({ pools, registered }: DoubtfulTeamsProps) {
  const placed = placedTeams(pools)
  const teams = registered.filter(({ id }) => placed.has(id))
  return doubtWords.map(([doubt, words]) => {
    const names = teams.filter((team) => findDoubt(team) === doubt).map(({ team_name }) => team_name)
    return (
      names.length > 0 && (
        <p key={doubt} className={styles['warning']}>
          {`${words}: ${names.join(', ')}`}
        </p>
      )
    )
  })
}

function ReplacedDraft({ stored: { draftedBy, draft } }: { readonly stored: StoredDivision }) {
  if (draftedBy === null || draft === null) return null
  return (
    <p className={styles['warning']}>
      This replaces the newer draft ({poolsInWords(draft)}), saved by {touchInWords(draftedBy)}. It stays in the
      history.
    </p>
  )
}

function poolsInWords(pools: readonly SavedPool[]): string {
  const teams = pools.reduce((sum, pool) => sum + countTeams(pool), 0)
  return `${pools.length === 1 ? '1 pool' : `${pools.length} pools`} with ${teams === 1 ? '1 team' : `${teams} teams`}`
}

/** The pools that leave the public page, and the draft that they replace. */
function UnpublishQuestion({ context }: { readonly context: Context }) {
  const { division, stored } = context
  const bothDivisions = [
    { division, pools: stored },
    { division: otherDivision(division), pools: stored.other },
  ]
  return (
    <>
      <p>The public will see no pools. The public pools become the saved ones:</p>
      <div className={styles['divisions']}>
        {bothDivisions.map(({ division: each, pools }) => (
          <section key={each}>
            <h3 className={styles['title']}>{divisionLabels[each]}</h3>
            <p>{pools.published.length === 0 ? 'Nothing is public.' : `${poolsInWords(pools.published)}.`}</p>
            {hasNewerDraft(pools) && <ReplacedDraft stored={pools} />}
          </section>
        ))}
      </div>
      {isDirty(context) && <p>Your unsaved changes stay on the screen.</p>}
    </>
  )
}

function Conflict({ builder: { context, send } }: { readonly builder: PoolBuilder }) {
  const { theirs, base, pools, teams } = context
  if (theirs === null) return null
  const name = theirs.changedBy?.name ?? 'Someone else'
  const at = theirs.changedBy ? ` at ${venueTime(new Date(theirs.changedBy.at))}` : ''
  return (
    <Dialog
      open
      onClose={() => send({ type: 'conflict.close' })}
      title={`${name} saved first`}
      description={`${name} changed these pools${at}, while you were working on them. Your changes are not saved yet.`}
      actions={
        <>
          <Button variant="secondary" onClick={() => send({ type: 'theirs.take' })}>
            Use theirs
          </Button>
          <Button onClick={() => send({ type: 'mine.keep' })}>Use mine</Button>
        </>
      }
    >
      <div className={styles['sides']}>
        <section>
          <h3 className={styles['title']}>What {name} changed</h3>
          <ChangeList
            changes={poolChanges(base, latestArrangement(theirs))}
            teams={teams}
            nothing="The places are the same as before."
          />
        </section>
        <section>
          <h3 className={styles['title']}>What you changed</h3>
          <ChangeList changes={poolChanges(base, pools)} teams={teams} nothing="Nothing." />
        </section>
      </div>
    </Dialog>
  )
}

interface DeleteDialogProps {
  readonly pool: SavedPool | null
  readonly onCancel: () => void
  readonly onConfirm: (pool: string) => void
}

export function DeleteDialog({ pool, onCancel, onConfirm }: DeleteDialogProps) {
  const count = pool ? countTeams(pool) : 0
  return (
    <ConfirmDialog
      open={pool !== null}
      title={`Delete ${pool?.name ?? 'pool'}`}
      confirmLabel="Delete"
      tone="danger"
      onCancel={onCancel}
      onConfirm={() => pool && onConfirm(pool.id)}
    >
      Are you sure you want to delete {pool?.name}? This will remove {count} team(s) from the pool.
    </ConfirmDialog>
  )
}
