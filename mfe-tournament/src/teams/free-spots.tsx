import type { SpotOffer } from '@ultimate/events/tournament/team-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ScreenOnly } from '@ultimate/kit/components/layout/page.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import styles from './free-spots.module.css'
import { refreshTeams } from './teams-query.ts'

/** More offers would push down the list of teams, which is below them. */
const maxOffers = 3

/** Shows TD and admin the next team on the waitlist for each free spot. */
export function FreeSpots() {
  const { data: offers = [] } = useLiveQuery({
    key: ['teams', 'free-spots'],
    read: async (signal) => (await call('GET /api/free-spots', {}, { signal })).offers,
  })
  const more = offers.length - maxOffers
  if (offers.length === 0) return null
  return (
    <ScreenOnly>
      <Notice
        tone="warn"
        className={styles['spots']}
        title={offers.length === 1 ? 'A spot is free.' : `${offers.length} spots are free.`}
      >
        <ul className={styles['list']} aria-label="Next on the waitlist">
          {offers.slice(0, maxOffers).map((offer) => (
            <Offer key={offer.team.id} offer={offer} />
          ))}
        </ul>
        {more > 0 && <p>And {more} more, once these are filled.</p>}
      </Notice>
    </ScreenOnly>
  )
}

function Offer({ offer: { team, left_by } }: { readonly offer: SpotOffer }) {
  const { run, isPending, waiting, message } = useFillSpot(team)
  return (
    <li className={styles['offer']}>
      <p className={styles['words']}>
        <strong>
          <bdi>{team.team_name}</bdi>
        </strong>{' '}
        is next on the waitlist
        {left_by && (
          <>
            , in place of <bdi>{left_by.team_name}</bdi>, which {left_by.withdrawn ? 'withdrew' : 'was removed'}
          </>
        )}
        .
      </p>
      <Button size="compact" busy={isPending && !waiting} onClick={() => run()}>
        Confirm {team.team_name}
      </Button>
      <WaitsForConnection waiting={waiting} message={message} look="regular" />
    </li>
  )
}

function useFillSpot({ id, team_name }: SpotOffer['team']) {
  return useCommand<void, string>({
    place: `fill-spot-${id}`,
    send: async (_, idempotencyKey) => {
      await call('POST /api/teams/{id}/fill-spot', { params: { id } }, { idempotencyKey })
      return idempotencyKey
    },
    failed: (error) => messageOrStatus(error, 'Failed to confirm the team'),
    onDone: async (key) => {
      await refreshTeams()
      toast.success(`${team_name} is confirmed. ${emailsTo(1, 'the captain')}`, offerUndo([key]))
    },
    // Another director may have filled the spot.
    onError: () => refreshTeams(),
  })
}
