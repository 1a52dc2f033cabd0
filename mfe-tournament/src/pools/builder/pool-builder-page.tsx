import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useEffect } from 'react'
import { divisionIn } from '../pool-name.ts'
import { PrintedPools } from '../public-pools.tsx'
import { BuilderDialogs } from './questions.tsx'
import { publicPools } from './unsaved/stored.ts'
import { usePoolBuilder } from './use-pool-builder.ts'
import styles from './workspace.module.css'
import { Workspace } from './workspace.tsx'

type OnUnsaved = (isUnsaved: boolean) => void

/**
 * The page on which admin and TD arrange the teams of the division in the address into pools. Calls `onUnsaved`, which must
 * be stable, when there is unsaved work and when there is none any more.
 */
export function PoolBuilderPage({ onUnsaved }: { readonly onUnsaved: OnUnsaved }) {
  const [params, setParams] = useSearchParams()
  const division = divisionIn(params) ?? 'comp'
  return (
    <Page className={styles['page']}>
      <PageHeader density="desk" title="Pool Play" feather="gold" />
      <ChoiceCards
        look="segments"
        label="Division"
        className={styles['division']}
        value={division}
        onValueChange={(next) => setParams({ division: next }, { preventScrollReset: true })}
        choices={divisions.map((value) => ({ value, label: divisionLabels[value] }))}
      />
      <Builder key={division} division={division} onUnsaved={onUnsaved} />
    </Page>
  )
}

function Builder({ division, onUnsaved }: { readonly division: Division; readonly onUnsaved: OnUnsaved }) {
  const builder = usePoolBuilder(division)
  const { isUnsaved } = builder
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])
  const { phase, context, send } = builder
  if (phase === 'loadFailed') return <ErrorPanel title={context.loadError} onRetry={() => send({ type: 'retry' })} />
  if (phase === 'loading') return <LoadingPools />
  return (
    <>
      <Workspace builder={builder} />
      <BuilderDialogs builder={builder} />
      <PrintedPools pools={publicPools(division, context.stored)} />
    </>
  )
}

function LoadingPools() {
  return (
    <Loading label="Loading teams and pools" className={styles['loading']}>
      <Skeleton shape="block" className={styles['loadingActions']} />
      <Skeleton shape="block" className={styles['loadingSide']} />
      <Skeleton shape="block" className={styles['loadingMain']} />
    </Loading>
  )
}
