import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { download } from '@ultimate/kit/request/download.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { Download } from 'lucide-react'
import { momentAtVenue } from './entries/moments.ts'
import styles from './replay.module.css'

const readHeads = async () => {
  const [{ key, heads }, { head }] = await Promise.all([
    call('GET /api/audit/heads', {}),
    call('GET /api/log-head', {}),
  ])
  return { key, heads, newest: head }
}

/** The newest seal of everything that was recorded, and all seals as a file to store elsewhere. */
export function LogHeads() {
  const { data, error, refetch } = useQuery({ queryKey: ['log-heads'], queryFn: readHeads, staleTime: 0 }, queryClient)
  return (
    <section className={styles['heads']} aria-labelledby="log-heads">
      <h3 id="log-heads">The seal of the record</h3>
      {error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load the seal')} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label="Loading the seal" rows={2} />
      ) : data.newest === null ? (
        <p>Nothing is sealed yet. The first events are sealed within seconds.</p>
      ) : (
        <>
          <p>
            {data.newest.size.toLocaleString('en-US')} events, sealed{' '}
            <time dateTime={data.newest.at}>{momentAtVenue(data.newest.at)}</time>. Prints show the same eight words:
          </p>
          <p className={styles['words']}>{data.newest.words}</p>
          <div className={styles['actions']}>
            <Button
              variant="secondary"
              size="compact"
              icon={<Download aria-hidden="true" />}
              onClick={() => download('log-heads.txt', buildFile(data.heads))}
            >
              Save all seals
            </Button>
            <CopyButton text={data.key} size="compact" variant="secondary">
              Copy the key
            </CopyButton>
          </div>
          <p className={styles['hint']}>
            Store a seal somewhere else: it proves later that no event before it was changed, removed or added. Every TD
            gets the newest one by email once a day and after the dinner. The person who looks after the server checks
            them with <code>npm run verify -- --heads log-heads.txt</code>.
          </p>
        </>
      )}
    </section>
  )
}

/** Checkpoints one after another, as the check on the server reads them. */
const buildFile = (heads: readonly { readonly text: string }[]): Blob =>
  new Blob([heads.map(({ text }) => text).join('\n')], { type: 'text/plain' })
