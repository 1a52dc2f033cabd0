import { wouldLoseWork } from '@ultimate/kit/form/leave-warning.ts'
import { logoutSentence } from '@ultimate/kit/offline-queue/waiting-words.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { signOut, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useWaitingStore } from '@ultimate/kit/state/waiting.ts'
import type { ComponentType } from 'react'
import { create } from 'zustand'
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

/** Ends the session. Asks first where something on the page is not saved, or a command is not sent. */
export async function logOutOrAsk(): Promise<void> {
  const question = questionNow()
  if (question === null) return logOut()
  const loaded = await import('./logout-question.tsx').catch(() => null)
  if (loaded) useAsking.setState({ isAsking: true, question, Question: loaded.LogoutQuestion })
  // The browser's own question needs no file.
  else if (confirm(question.sentence)) logOut()
}

/** Ends the session; the guard leads away from pages that need a sign-in. */
function logOut(): void {
  stopAsking()
  // The audit needs this call, with the token that the device is about to forget. It waits for no answer.
  void call('POST /api/auth/logout', {}).catch(() => undefined)
  signOut()
}

/** Draws the question outside the menu that it is asked from, because that closes. */
export function LogoutQuestionPlace() {
  const { isAsking, question, Question } = useAsking()
  return Question && <Question open={isAsking} {...question} onLogOut={logOut} onStay={stopAsking} />
}
