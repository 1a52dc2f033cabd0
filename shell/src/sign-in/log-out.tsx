import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { wouldLoseWork } from '@ultimate/kit/form/leave-warning.ts'
import { logoutSentence } from '@ultimate/kit/offline-queue/waiting-words.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { dismissEnding, type Ending, signOut, useEndingStore, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import type { ComponentType } from 'react'
import { create } from 'zustand'
import styles from '../frame/frame.module.css'
import type { LogoutQuestionProps } from './logout-question.tsx'

interface LogoutPrompt {
  readonly isAsking: boolean
  readonly question: Pick<LogoutQuestionProps, 'title' | 'confirmLabel' | 'sentence'>
  /** The dialog that asks; it is loaded when it is first needed. */
  readonly Question: ComponentType<LogoutQuestionProps> | null
}

const unsaved = {
  title: 'Unsaved Changes',
  confirmLabel: 'Log Out Without Saving',
  sentence: 'You have unsaved changes. Are you sure you want to log out?',
}

const useAsking = create<LogoutPrompt>()(() => ({ isAsking: false, question: unsaved, Question: null }))
const stopAsking = () => useAsking.setState({ isAsking: false })

/** Returns what to ask before a Logout; null where nothing would be lost or left behind. */
function questionNow(): typeof unsaved | null {
  if (wouldLoseWork()) return unsaved
  const sentence = logoutSentence(useWaitingStore.getState().of, useSessionStore.getState().user?.id ?? null)
  return sentence === null ? null : { title: 'Not Sent Yet', confirmLabel: 'Log Out', sentence }
}

/** Ends the session. Where anything on the page is not saved, on whichever page, or not sent, it asks first. */
export async function logOutOrAsk(): Promise<void> {
  const question = questionNow()
  if (question === null) return logOut()
  const loaded = await import('./logout-question.tsx').catch(() => null)
  if (loaded) useAsking.setState({ isAsking: true, question, Question: loaded.LogoutQuestion })
  // The browser's own question needs no file.
  else if (confirm(question.sentence)) logOut()
}

/** The guard leads away from pages that need a sign-in. */
function logOut(): void {
  stopAsking()
  // The audit needs this call, with the token that the device forgets now; signing out waits for no answer.
  void call('POST /api/auth/logout', {}).catch(() => undefined)
  signOut()
}

/** The place of the question: outside the menu that it is asked from, which closes. */
export function LogoutQuestionPlace() {
  const { isAsking, question, Question } = useAsking()
  return Question && <Question open={isAsking} {...question} onLogOut={logOut} onStay={stopAsking} />
}

const sentences: ReadonlyMap<Ending, string> = new Map([
  ['USER_REMOVED', 'This account was removed.'],
  ['TOKEN_REVOKED', 'The password of this account was changed elsewhere. Log in with the new one.'],
  ['SIGNED_OUT', 'This device was signed out elsewhere. Log in again to go on.'],
  ['TOKEN_EXPIRED', 'A login lasts seven days. Log in again to go on.'],
  ['INVALID_SIGNATURE', 'The site was updated. Log in again to go on.'],
  ['elsewhere', 'You logged out in another tab.'],
  ['wiped', 'This browser deleted what it stored for this site, your login too. Log in again to go on.'],
])

/** Shows on every page why the session ended, until it is read in one of the tabs or a user signs in. */
export function SessionEnded() {
  const ending = useEndingStore((store) => store.ending)
  if (ending === null || ending === 'own') return null
  return (
    <div ref={floatsAtTop} className={styles['place']}>
      <Notice
        tone="warn"
        announce="alert"
        title="You are signed out"
        action={
          <Button variant="secondary" size="compact" onClick={dismissEnding}>
            OK
          </Button>
        }
      >
        {sentences.get(ending) ?? 'Log in again to go on.'}
      </Notice>
    </div>
  )
}
