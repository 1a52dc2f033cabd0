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
 * Shows that the server has another version of the site. Loads it at a tap, or automatically when the user would not
 * notice. It waits while commands are unsent, because the page that stored them sends them.
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

/** Checks the release when the user comes back to the page, because only answers of the API name it otherwise. */
function useAskingForReleases(): void {
  useEffect(() => {
    const check = () => {
      if (!document.hidden) void checkRelease()
    }
    const timer = setInterval(check, askEveryMs)
    document.addEventListener('visibilitychange', check)
    addEventListener('online', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
      removeEventListener('online', check)
    }
  }, [])
}

/** Reloads the page once it has been hidden for a while, if nothing would be lost. */
function useReloadingInQuiet(newer: string | null): void {
  const { key } = useLocation()
  /** The history entry on which the user typed last: a page with typed text is not reloaded. */
  const [keyOfTyping, setKeyOfTyping] = useState<string | null>(null)
  useEffect(() => {
    const noteTyping = () => setKeyOfTyping(key)
    addEventListener('input', noteTyping, true)
    return () => removeEventListener('input', noteTyping, true)
  }, [key])
  const hasTyped = keyOfTyping === key

  useEffect(() => {
    if (newer === null || hasTyped) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => isQuiet(newer) && reloadFor(newer), quietAfterMs)
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
    }
  }, [newer, hasTyped])
}

const reloadedKey = 'reloaded-for'

/** Returns whether a reload loses nothing: no answer is awaited, nothing is unsent or unsaved, no dialog is open. */
function isQuiet(newer: string): boolean {
  // Reloads once for each release, because old and new servers may answer in turns.
  const isFirstReload = tabStorage.getItem(reloadedKey) !== newer && !useStorageStore.getState().isRefused
  const isWorking = isReloadHeld() || document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')
  const isWaiting = countWaiting(useWaitingStore.getState().of) > 0
  return isFirstReload && navigator.onLine && !isWaiting && !isWorking && !wouldLoseWork()
}

function reloadFor(newer: string): void {
  tabStorage.setItem(reloadedKey, newer)
  location.reload()
}
