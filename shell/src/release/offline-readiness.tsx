import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { loadAnswer } from '@ultimate/kit/stored-answers/store.ts'
import { useEffect, useState } from 'react'
import { explainDenial } from '../navigation/admission.ts'
import { announcedParts, type Page } from '../navigation/pages.ts'
import { isNear, pathOf } from './offline-copy.ts'
import styles from './offline-readiness.module.css'

export type Readiness = 'ready' | 'loading' | 'not loaded'

const words: Readonly<Record<Readiness, string>> = {
  ready: 'ready',
  loading: 'still loading',
  'not loaded': 'not loaded: open this page once',
}

interface OfflinePage {
  readonly page: Page
  readonly part: AnnouncedPart
  /** The name of the stored answer that it shows. */
  readonly answer: string
}

/** The pages that this user works with offline. Parts of other origins are not copied. */
export const offlinePagesFor = ({ role }: User): OfflinePage[] =>
  announcedParts()
    .filter(isNear)
    .flatMap((part) =>
      part.pages.flatMap((page) =>
        page.offline !== undefined && explainDenial(page, role) === null ? [{ page, part, answer: page.offline }] : [],
      ),
    )

/** Looks up whether the device has the page's list, and all files of its part in a complete copy of a release. */
export async function readReadiness({ part, answer }: Omit<OfflinePage, 'page'>, userId: string): Promise<Readiness> {
  if ((await loadAnswer(userId, answer)) === null) return 'not loaded'
  return (await hasCopyOf(part)) ? 'ready' : 'loading'
}

/** Returns whether a copy has the part: its manifest is stored after its files, and `/complete` after everything. */
async function hasCopyOf({ manifest }: AnnouncedPart): Promise<boolean> {
  if (!('caches' in globalThis)) return false
  for (const name of await caches.keys()) {
    const copy = await caches.open(name)
    if ((await copy.match('/complete')) && (await copy.match(pathOf(manifest), { ignoreVary: true }))) return true
  }
  return false
}

const lookAgainMs = 1_000

/** Returns the readiness by the path of each page; missing data is looked for again as long as this is shown. */
function useReadiness(pages: readonly OfflinePage[], userId: string): Readonly<Record<string, Readiness>> {
  const [readiness, setReadiness] = useState<Readonly<Record<string, Readiness>>>({})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const read = async () => {
      const results = await Promise.all(
        pages.map(async (page) => [page.page.path, await readReadiness(page, userId).catch(() => 'loading')] as const),
      )
      if (isOver) return
      setReadiness(Object.fromEntries(results) as Record<string, Readiness>)
      if (results.some(([, state]) => state !== 'ready')) timer = setTimeout(() => void read(), lookAgainMs)
    }
    void read()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [pages, userId])
  return readiness
}

/** Shows below the account menu whether this device can be used offline, by page. */
export function OfflineReadiness({ user }: { readonly user: User }) {
  const [pages] = useState(() => offlinePagesFor(user))
  const readiness = useReadiness(pages, user.id)
  if (pages.length === 0) return null
  return (
    <section className={styles['place']} aria-label="Offline on this device">
      <p className={styles['title']}>Offline on this device</p>
      <ul className={styles['pages']}>
        {pages.map(({ page: { path, label } }) => (
          <li key={path}>
            <span>{label}: </span>
            <strong className={styles['state']} data-readiness={readiness[path]}>
              {readiness[path] ? words[readiness[path]] : '…'}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
