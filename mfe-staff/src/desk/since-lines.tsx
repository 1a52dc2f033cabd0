import type { Since } from '@ultimate/events/staff/desk-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import { markSeen, useReadDeskAgain } from './desk-query.ts'
import styles from './since-lines.module.css'

/** Shows what others changed since the user last looked, in at most five lines, each with a link to the changes. */
export function SinceLines({ since }: { readonly since: Since }) {
  const { lines, more, cut, at } = since
  const heading = useRef<HTMLHeadingElement>(null)
  const readAgain = useReadDeskAgain()
  const mark = useCommand<number>({
    send: markSeen,
    failed: 'Failed to mark this as seen',
    onDone: () => {
      // The button disappears with the lines.
      heading.current?.focus()
      readAgain()
    },
  })
  return (
    <section aria-labelledby="since-you-looked" className={styles['since']}>
      <div className={styles['head']}>
        <h2 ref={heading} id="since-you-looked" tabIndex={-1}>
          {at === null ? 'In the last seven days' : 'Since you last looked'}
        </h2>
        {at !== null && <p className={styles['when']}>{formatMoment(at)}</p>}
      </div>
      {lines.length === 0 ? (
        <p className={styles['nothing']}>Nothing is different.</p>
      ) : (
        <>
          <ul className={styles['lines']}>
            {lines.map(({ text, path }) => (
              <li key={path}>
                <Link to={path}>{text}</Link>
              </li>
            ))}
          </ul>
          <div className={styles['foot']}>
            <Button
              variant="quiet"
              size="compact"
              icon={<Check aria-hidden="true" />}
              busy={mark.isPending && !mark.waiting}
              onClick={() => mark.run(since.position)}
            >
              Mark as seen
            </Button>
            {(more > 0 || cut) && <p className={styles['when']}>{describeRest(more, cut)}</p>}
            <WaitsForConnection waiting={mark.waiting} />
          </div>
        </>
      )}
    </section>
  )
}

function describeRest(more: number, cut: boolean): string {
  if (cut) return 'Of the last 2,000 entries; the audit has all.'
  return `And ${more} more ${more === 1 ? 'kind' : 'kinds'} of changes, in the audit.`
}

const formatMoment = (at: string): string => venueMoment(new Date(at))
