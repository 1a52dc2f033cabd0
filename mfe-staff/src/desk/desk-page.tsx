import { isAllowed, tdOnly } from '@ultimate/events/language/roles.ts'
import type { DeskEntry, DeskItem } from '@ultimate/events/staff/desk-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import styles from './desk-page.module.css'
import { sendAction, useDesk, useReadDeskAgain } from './desk-query.ts'
import { SinceLines } from './since-lines.tsx'

/** The page of all that waits for TD and admin. A TD sees it first, with what changed while they were away. */
export function DeskPage() {
  const { data: desk, error, isFetching, refetch } = useDesk()
  // The lines lead to the audit, which only a TD reads.
  const isTd = useSessionStore(({ user }) => isAllowed(tdOnly, user?.role ?? null))
  return (
    <Page>
      <PageHeader title="Desk" density="desk" feather="cranberry">
        What waits for you.
      </PageHeader>
      {error && !desk ? (
        <ErrorPanel
          title={messageOf(error, 'Failed to load the desk')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : desk ? (
        <div className={styles['desk']}>
          <Waiting items={desk.items.filter(({ count }) => count > 0)} />
          {isTd && <SinceLines since={desk.since} />}
        </div>
      ) : (
        <SkeletonRows label="Loading the desk" rows={6} />
      )}
    </Page>
  )
}

function Waiting({ items }: { readonly items: readonly DeskItem[] }) {
  const region = useRef<HTMLElement>(null)
  useFocusSuccessor(region, nearestHeading)
  return (
    <section ref={region} aria-labelledby="waits-for-you" className={styles['waiting']}>
      <h2 id="waits-for-you">Waits for you</h2>
      {items.length === 0 ? (
        <EmptyState title="Nothing waits" headingLevel={3}>
          Every confirmed team has paid, every team brings a dish, and every serving time has a server.
        </EmptyState>
      ) : (
        <ul className={styles['items']}>
          {items.map((item) => (
            <li key={item.kind}>
              {item.entries ? (
                <Entries item={item} entries={item.entries} />
              ) : (
                <Link to={item.path} className={styles['item']}>
                  <span className={styles['count']}>{item.count}</span>
                  <span className={styles['words']}>
                    <span className={styles['title']}>{item.title}</span>
                    <Names item={item} />
                  </span>
                  <ChevronRight aria-hidden="true" className={styles['arrow']} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface EntriesProps {
  readonly item: DeskItem
  readonly entries: NonNullable<DeskItem['entries']>
}

/** An item whose entries each lead to a page of their own. */
function Entries({ item: { count, title }, entries }: EntriesProps) {
  const more = count - entries.length
  return (
    <div className={styles['item']}>
      <span className={styles['count']}>{count}</span>
      <div className={styles['words']}>
        <span className={styles['title']}>{title}</span>
        <ul className={styles['entries']}>
          {entries.map(({ name, path, action }) => (
            <li key={name} className={styles['row']}>
              <Link to={path} className={styles['entry']}>
                <bdi>{name}</bdi>
              </Link>
              {action && <ActionButton action={action} />}
            </li>
          ))}
        </ul>
        {more > 0 && <span className={styles['names']}>{`and ${more} more`}</span>}
      </div>
    </div>
  )
}

/** Lists names with a dot between each two of a line. The style sheet hides the dot at the start of a line. */
function Names({ item: { names, count } }: { readonly item: DeskItem }) {
  const more = count - names.length
  return (
    <span className={styles['names']}>
      <span>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same name
          <span key={index}>
            <bdi>{name}</bdi>
            {more > 0 && index === names.length - 1 && ` and ${more} more`}
          </span>
        ))}
      </span>
    </span>
  )
}

/** A button for the action that another module offers on the desk. */
function ActionButton({ action }: { readonly action: NonNullable<DeskEntry['action']> }) {
  const { label, done, request, mailsCaptain } = action
  const readAgain = useReadDeskAgain()
  const { run, isPending, waiting, message } = useCommand<void, string>({
    place: request,
    send: async (_, key) => {
      await sendAction(request, key)
      return key
    },
    failed: 'No response. Please try again.',
    onDone: (key) => {
      readAgain()
      toast.success(`${done} ${emailsTo(mailsCaptain ? 1 : 0, 'the captain')}`, offerUndo([key]))
    },
    // Someone else may have dealt with it already.
    onError: readAgain,
  })
  return (
    <>
      <Button size="compact" busy={isPending && !waiting} onClick={() => run()}>
        {label}
      </Button>
      <WaitsForConnection waiting={waiting} message={message} look="regular" />
    </>
  )
}
