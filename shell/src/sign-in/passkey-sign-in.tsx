import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { isFileMissing, useLateProblem } from '@ultimate/kit/components/loading/late.tsx'
import { messageOf, newKey, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { ApiError, call, NetworkError } from '@ultimate/kit/request/api.ts'
import { checkRelease, useReleaseStore } from '@ultimate/kit/state/release.ts'
import { useEffect, useRef, useState } from 'react'
import { failed, type GrantedSession, networkFailed } from './sign-in-machine.ts'

const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

const loadLibrary = () =>
  import('@simplewebauthn/browser').catch((cause: unknown) => {
    // The file may be gone because the site was renewed.
    void checkRelease()
    throw cause
  })

/** The browser lets the user choose one of their passkeys, and asks for finger, face or PIN. */
async function passkeySession(signal: AbortSignal): Promise<GrantedSession> {
  const [options, { startAuthentication, WebAuthnAbortService }] = await Promise.all([
    call('GET /api/auth/passkey-sign-in', {}, { signal }),
    loadLibrary(),
  ])
  // Closes the browser's own window together with the popover.
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  signal.throwIfAborted()
  const { id, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const body = { id, clientDataJSON, authenticatorData, signature, userHandle }
  const idempotencyKey = newKey()
  return retryUntilAnswered(() => call('POST /api/auth/passkey-sign-in', { body }, { idempotencyKey, signal }))
}

function describeError(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error, failed)
  if (error instanceof NetworkError || isFileMissing(error)) return networkFailed
  // Browsers do not report whether there was no passkey, or the user had second thoughts.
  return 'No passkey was used. Please try again, or sign in with your password.'
}

type Step =
  | { readonly name: 'ready' | 'asking' }
  | { readonly name: 'refused'; readonly why: string; readonly isFileMissing: boolean }

interface PasskeySignInProps {
  readonly onSession: (session: GrantedSession) => void
}

/** Signs in without username and password; draws nothing in a browser that knows no passkeys. */
export function PasskeySignIn({ onSession }: PasskeySignInProps) {
  const [step, setStep] = useState<Step>({ name: 'ready' })
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const isRenewed = useReleaseStore(({ newer }) => newer !== null)
  const ask = async () => {
    const attempt = new AbortController()
    asking.current = attempt
    const { signal } = attempt
    setStep({ name: 'asking' })
    try {
      const session = await passkeySession(signal)
      // A user who has closed the popover meanwhile stays signed out.
      if (!signal.aborted) onSession(session)
    } catch (error) {
      if (!signal.aborted) setStep({ name: 'refused', why: describeError(error), isFileMissing: isFileMissing(error) })
    }
  }
  const late = useLateProblem({ onRetry: () => void ask() })
  if (!knowsPasskeys()) return null
  const isGone = isRenewed && step.name === 'refused' && step.isFileMissing
  return (
    <>
      {step.name === 'refused' && (
        <div role="alert">
          <InlineError>{isGone ? late.sentence : step.why}</InlineError>
        </div>
      )}
      <Button variant="secondary" wide busy={step.name === 'asking'} onClick={isGone ? late.act : () => void ask()}>
        {isGone ? late.label : 'Use a passkey'}
      </Button>
    </>
  )
}
