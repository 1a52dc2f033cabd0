import type { PartError } from '@ultimate/events/releases/api.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { momentAtVenue } from '../audit/entries/moments.ts'
import styles from './part-section.module.css'
import { usePartErrors } from './parts-query.ts'

/** The last errors of a part, folded, and loaded when opened. */
export function PartErrors({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['section']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles['summary']}>
        <ChevronRight className={styles['chevron']} aria-hidden="true" />
        <h3 className={styles['title']}>Last errors</h3>
      </summary>
      {isOpen && <Errors name={name} />}
    </details>
  )
}

function Errors({ name }: { readonly name: string }) {
  const { data: errors, error, isFetching, refetch } = usePartErrors(name)
  if (!errors && error)
    return (
      <ErrorPanel
        title={messageOrStatus(error, 'Failed to load the errors')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!errors) return <SkeletonRows label="Loading the errors" rows={2} />
  if (errors.length === 0) return <p className={styles['meta']}>No page has reported an error.</p>
  return (
    <ul className={styles['list']}>
      {errors.map((one) => (
        <li key={`${one.version} ${one.message}`}>
          <p className={styles['message']}>{one.message}</p>
          <p className={styles['meta']}>
            Version {one.version}; {describeTimes(one)}; last on {momentAtVenue(one.lastAt)}
          </p>
          {one.stack.length > 0 && <pre className={styles['stack']}>{one.stack.join('\n')}</pre>}
        </li>
      ))}
    </ul>
  )
}

export function describeTimes({ count, previews }: Pick<PartError, 'count' | 'previews'>): string {
  const visitors = count === 1 ? 'once in a page of a visitor' : `${count} times in pages of visitors`
  const inPreviews = previews === 1 ? 'once in a preview' : `${previews} times in previews`
  return [count > 0 && visitors, previews > 0 && inPreviews].filter(Boolean).join(', ')
}
