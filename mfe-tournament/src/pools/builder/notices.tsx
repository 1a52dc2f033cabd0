import { hasNewerDraft } from '@ultimate/events/tournament/pools/arrange-pools.ts'
import type { Touch } from '@ultimate/events/tournament/pools/pools-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { floatsAtTop, floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { venueMoment, venueTime } from '@ultimate/kit/event/venue-time.ts'
import { Hand, X } from 'lucide-react'
import { EmailLink, PhoneLink } from '../../teams/contact-links.tsx'
import { useTeamPage } from '../../teams/teams-query.ts'
import styles from '../drag-area.module.css'
import type { PoolBuilder } from './use-pool-builder.ts'

type Builder = Pick<PoolBuilder, 'context' | 'send' | 'isUnsaved' | 'isWriting'>

/** Names the user and the time of a change: `Ada on Nov 22, 2025, 12:03 PM`. */
export function touchInWords({ name, at }: Touch): string {
  return `${name ?? 'someone'} on ${venueMoment(new Date(at))}`
}

/** The bar that names which of two arrangements the screen shows, with the way to the other one. */
export function DraftBar({ builder }: { readonly builder: Builder }) {
  const { context, send, isUnsaved, isWriting } = builder
  const { stored, view } = context
  if (stored.draftedBy === null || !hasNewerDraft(stored)) return null
  const who = touchInWords(stored.draftedBy)
  const isPublicShown = view === 'public'
  return (
    <Notice
      tone={isPublicShown && isUnsaved ? 'warn' : 'info'}
      className={styles['bar']}
      action={
        // One button for both directions, so that it keeps the focus.
        <Button
          variant="secondary"
          size="compact"
          disabled={isWriting}
          onClick={() => send({ type: 'view.show', view: isPublicShown ? 'draft' : 'public' })}
        >
          {isPublicShown ? 'Open the newer draft' : 'Show what is public'}
        </Button>
      }
    >
      {isPublicShown
        ? `You see what is public. A newer draft was saved by ${who}.${isUnsaved ? ' Saving replaces it.' : ''}`
        : `You see the draft saved by ${who}. The public sees earlier pools.`}
    </Notice>
  )
}

/** The notices of other users' changes, and of actions that succeeded or failed. They float over the grid. */
export function BuilderNotices({ builder }: { readonly builder: Builder }) {
  return (
    <div ref={floatsInPassing} className={styles['place']}>
      <OthersChangeNotice builder={builder} />
      <ActionNotice builder={builder} />
    </div>
  )
}

/** Announces another user's save before the next save is rejected because of it. */
function OthersChangeNotice({ builder }: { readonly builder: Builder }) {
  const { context, send, isWriting } = builder
  const { theirs } = context
  return (
    <div role="status">
      {theirs && (
        <Notice
          tone="warn"
          className={styles['notice']}
          action={
            <Button
              variant="secondary"
              size="compact"
              disabled={isWriting}
              onClick={() => send({ type: 'theirs.compare' })}
            >
              Compare
            </Button>
          }
        >
          <p>
            {theirs.changedBy?.name ?? 'Someone'} changed these pools
            {theirs.changedBy && ` at ${venueTime(new Date(theirs.changedBy.at))}`}, while you are working on them.
          </p>
        </Notice>
      )}
    </div>
  )
}

/** The live region is always present, because only changes inside it are announced. */
function ActionNotice({ builder: { context, send } }: { readonly builder: Builder }) {
  const { notice } = context
  return (
    <div role={notice && notice.tone !== 'good' ? 'alert' : 'status'}>
      {notice && (
        <Notice
          tone={notice.tone}
          className={styles['notice']}
          action={
            notice.offersUndo ? (
              <Button variant="quiet" size="compact" onClick={() => send({ type: 'undo' })}>
                Undo
              </Button>
            ) : (
              notice.tone !== 'good' && (
                <IconButton
                  label="Dismiss"
                  icon={<X aria-hidden="true" />}
                  onClick={() => send({ type: 'notice.dismiss' })}
                />
              )
            )
          }
        >
          <p>{notice.text}</p>
        </Notice>
      )}
    </div>
  )
}

/** The contact of a picked team's captain. It is read when it is shown, and the server records who saw it. */
function Contact({ team: id }: { readonly team: string }) {
  const { data: team } = useTeamPage(id)
  return (
    <p className={styles['contact']}>
      {team && (
        <>
          <PhoneLink phone={team.captain_phone} />
          <EmailLink email={team.captain_email} />
        </>
      )}
    </p>
  )
}

interface HeldTeamsProps {
  readonly builder: Builder
  /** True while the next picked team ends a range. */
  readonly isSelectingRange: boolean
  readonly onSelectingRange: (isSelectingRange: boolean) => void
}

/** Shows which teams are held, at every scroll position, and a button to release them. */
export function HeldTeams({ builder: { context, send }, isSelectingRange, onSelectingRange }: HeldTeamsProps) {
  const { held, teams } = context
  const team = teams.find(({ id }) => id === held[0])
  return (
    <div ref={floatsAtTop} className={styles['heldPlace']} role="status">
      {team && (
        <div className={styles['held']} data-ground="festive">
          <Hand aria-hidden="true" />
          <p>
            {isSelectingRange && 'Choose the last team of the range'}
            {!isSelectingRange && held.length === 1 && (
              <>
                <bdi>{team.team_name}</bdi>: choose a place
              </>
            )}
            {!isSelectingRange && held.length > 1 && (
              <>
                <b>{held.length} teams</b>: choose the first place
              </>
            )}
          </p>
          {held.length === 1 && !isSelectingRange && <Contact key={team.id} team={team.id} />}
          <Button
            variant="quiet"
            size="compact"
            aria-pressed={isSelectingRange}
            onClick={() => onSelectingRange(!isSelectingRange)}
          >
            Select up to…
          </Button>
          <Button variant="quiet" size="compact" onClick={() => send({ type: 'teams.hold', teams: [] })}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}
