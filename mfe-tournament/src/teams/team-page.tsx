import { maxNoteLength } from '@ultimate/events/language/notes.ts'
import { describeStatus, divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { TeamPage as Team } from '@ultimate/events/tournament/team-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { History, Notes } from '@ultimate/kit/components/display/notes.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { type ReactNode, useRef, useState } from 'react'
import { EmailLink, PhoneLink } from './contact-links.tsx'
import { CorrectBid } from './correct-bid.tsx'
import styles from './team-page.module.css'
import { isUnknownTeam, teamKey, useTeamPage } from './teams-query.ts'

/** The page of a team for TD and admin: the whole bid, how to reach its captain, and the notes of staff. */
export function TeamPage() {
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const { data: team, error, isFetching, refetch } = useTeamPage(id)
  return (
    <Page>
      {isUnknownTeam(error) ? (
        <>
          <PageHeader title="Team" />
          <EmptyState
            title="There is no such team."
            action={<LinkButton to="/registration/teams">All teams</LinkButton>}
          >
            It may be from another year.
          </EmptyState>
        </>
      ) : team ? (
        <LoadedTeam key={id} team={team} />
      ) : (
        <>
          <PageHeader title="Team" />
          {error ? (
            <ErrorPanel
              title={messageOrStatus(error, 'Failed to load the team')}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonRows label="Loading the team" rows={8} />
          )}
        </>
      )}
    </Page>
  )
}

function LoadedTeam({ team }: { readonly team: Team }) {
  const { capacity } = useFacts()
  const [isCorrecting, setCorrecting] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [note, setNote] = useState('')
  const leaving = useLeaveWarning((isCorrecting && isDirty) || note.trim() !== '')
  const correctButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    setCorrecting(false)
    // The button comes back with the next frame.
    requestAnimationFrame(() => correctButton.current?.focus())
  }
  return (
    <>
      <PageHeader
        title={team.team_name}
        actions={
          !isCorrecting &&
          team.removed === null && (
            <Button ref={correctButton} variant="secondary" size="compact" onClick={() => setCorrecting(true)}>
              Correct…
            </Button>
          )
        }
      >
        {divisionLabels[team.division]} · {describeTeamStatus(team, capacity)}
      </PageHeader>
      <div className={styles['stack']}>
        {team.removed && <Removed removed={team.removed} />}
        {isCorrecting ? <CorrectBid team={team} onDirty={setDirty} onClose={close} /> : <Details team={team} />}
        <Notes
          notes={team.notes}
          hint="Only TD and admins read it."
          limit={maxNoteLength}
          text={note}
          onText={setNote}
          add={(text, idempotencyKey) =>
            call('POST /api/teams/{id}/notes', { params: { id: team.id }, body: { text } }, { idempotencyKey })
          }
          remove={(id, idempotencyKey) =>
            call('DELETE /api/teams/{id}/notes/{note}', { params: { id: team.id, note: id } }, { idempotencyKey })
          }
          refresh={() => refresh(teamKey(team.id))}
        />
        <History
          subject={`team-${team.id}`}
          name={team.team_name}
          liveKey={['teams', 'history', team.id]}
          read={(signal) => call('GET /api/teams/{id}/history', { params: { id: team.id } }, { signal })}
        />
      </div>
      <LeaveDialog leaving={leaving} />
    </>
  )
}

function describeTeamStatus({ number, status, paid, removed, email_confirmed }: Team, capacity: number): string {
  if (removed) return 'not among the teams'
  if (number === null || !email_confirmed) return 'not counted until the address is confirmed'
  return `${describeStatus({ number, status }, capacity)}, ${paid ? 'paid' : 'not paid'}`
}

function Removed({ removed: { withdrawn, by, reason } }: { readonly removed: NonNullable<Team['removed']> }) {
  const title = withdrawn ? 'The captain withdrew this bid.' : `Removed${by ? ` by ${by}` : ''}.`
  return <Notice title={title}>{reason}</Notice>
}

function Details({ team }: { readonly team: Team }) {
  const { alt_captain_name, alt_captain_phone, alt_captain_email } = team
  const hasAlternate = [alt_captain_name, alt_captain_phone, alt_captain_email].some((text) => text !== '')
  return (
    <dl className={styles['details']}>
      <Detail term="Captain">
        <Contact name={team.captain_name} phone={team.captain_phone} email={team.captain_email} />
      </Detail>
      <Detail term="Alternate contact">
        {hasAlternate ? (
          <Contact name={alt_captain_name} phone={alt_captain_phone} email={alt_captain_email} />
        ) : (
          'None'
        )}
      </Detail>
      <Detail term="Location">{team.location}</Detail>
      <Detail term="Past names">{team.past_team_names || 'None'}</Detail>
      <Detail term="Comments">
        <p className={styles['prose']}>{team.comments || 'None'}</p>
      </Detail>
      <Detail term="Registered">
        {venueMoment(new Date(team.created_at))}
        {team.entered_by_staff && ', entered by staff'}
      </Detail>
    </dl>
  )
}

const Detail = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div className={styles['detail']}>
    <dt>{term}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

interface ContactProps {
  readonly name: string
  readonly phone: string
  readonly email: string
}

const Contact = ({ name, phone, email }: ContactProps) => (
  <div className={styles['person']}>
    <bdi>{name}</bdi>
    {phone !== '' && <PhoneLink phone={phone} />}
    {email !== '' && <EmailLink email={email} />}
  </div>
)
