import { wouldLoseWork } from '@ultimate/kit/form/leave-warning.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { signOut } from '@ultimate/kit/state/session.ts'
import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { LogoutQuestionProps } from './logout-question.tsx'

interface Asking {
  readonly isAsking: boolean
  /** What asks is loaded when it is first needed. */
  readonly Question: ComponentType<LogoutQuestionProps> | null
}

const useAsking = create<Asking>()(() => ({ isAsking: false, Question: null }))
const stopAsking = () => useAsking.setState({ isAsking: false })

const sentence = 'You have unsaved changes. Are you sure you want to log out?'

/** Ends the session. Where anything on the page is not saved, on whichever page, it asks first. */
export async function logOutOrAsk(): Promise<void> {
  if (!wouldLoseWork()) return logOut()
  const loaded = await import('./logout-question.tsx').catch(() => null)
  if (loaded) useAsking.setState({ isAsking: true, Question: loaded.LogoutQuestion })
  // The browser's own question needs no file.
  else if (confirm(sentence)) logOut()
}

/** The guard leads away from pages that need a sign-in. */
function logOut(): void {
  stopAsking()
  // For the audit, with the token that the device forgets now; signing out waits for no answer.
  void call('POST /api/auth/logout', {}).catch(() => undefined)
  signOut()
}

/** Where the question appears: outside the menu that it is asked from, which closes. */
export function LogoutQuestionPlace() {
  const { isAsking, Question } = useAsking()
  return Question && <Question open={isAsking} sentence={sentence} onLogOut={logOut} onStay={stopAsking} />
}
