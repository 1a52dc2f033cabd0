import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { wouldLoseWork } from '@ultimate/kit/form/leave-warning.ts'
import { useLocation } from '@ultimate/kit/router.ts'
import { checkRelease, isReloadHeld, useReleaseStore } from '@ultimate/kit/state/release.ts'
import { tabStorage, useStorageStore } from '@ultimate/kit/state/storage.ts'
import { countWaiting, useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './new-version-bar.module.css'

/** The interval at which a visible page asks for the release when no other answer names it, in milliseconds. */
const askEveryMs = 10 * 60_000
/** After this many milliseconds hidden, a page may reload: its user is not about to use it. */
const quietAfterMs = 5_000

/**
 * Shows that the server has another version of the site, and takes it at a tap, or automatically when the user would
 * not notice. It waits while something is still to be sent: the page that stored it sends it.
 */
export function NewVersionBar() {
  const newer = useReleaseStore((release) => release.newer)
  const isSending = useWaitingStore(({ of }) => of.some(({ count, refused }) => count > refused))
  useAskingForReleases()
  useReloadingInQuiet(newer)
  return (
    <div ref={floatsAtTop} role="status" className={styles['place']}>
      {newer !== null && !isSending && (
        <div className={styles['bar']}>
          <span>A new version is ready.</span>
          <Button
            variant="quiet"
            size="compact"
            icon={<RotateCw aria-hidden="true" />}
            onClick={() => location.reload()}
          >
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}

/** Answers of the API name the release; pages that ask for none look when the user comes back to them. */
function useAskingForReleases(): void {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void checkRelease()
    }
    const timer = setInterval(look, askEveryMs)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [])
}

function useReloadingInQuiet(newer: string | null): void {
  const { key } = useLocation()
  const [typedAt, setTypedAt] = useState<string | null>(null)
  useEffect(() => {
    const note = () => setTypedAt(key)
    addEventListener('input', note, true)
    return () => removeEventListener('input', note, true)
  }, [key])
  const hasTyped = typedAt === key

  useEffect(() => {
    if (newer === null || hasTyped) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => isQuiet(newer) && takeOver(newer), quietAfterMs)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [newer, hasTyped])
}

const tried = 'reloaded-for'

/** Returns whether a reload loses nothing: no answer is awaited, nothing is unsent or unsaved, no dialog is open. */
function isQuiet(newer: string): boolean {
  // While old and new servers answer in turns, one reload must not follow the other.
  const isNew = tabStorage.getItem(tried) !== newer && !useStorageStore.getState().isRefused
  const isWorking = isReloadHeld() || document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')
  const isWaiting = countWaiting(useWaitingStore.getState().of) > 0
  return isNew && navigator.onLine && !isWaiting && !isWorking && !wouldLoseWork()
}

function takeOver(newer: string): void {
  tabStorage.setItem(tried, newer)
  location.reload()
}
