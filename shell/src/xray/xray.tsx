import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { useAuth } from '@ultimate/kit/state/auth.tsx'
import { useEffect } from 'react'
import { create } from 'zustand'

const useXrayStore = create<{ readonly isOn: boolean }>()(() => ({ isOn: false }))

export const toggleXray = (): void => useXrayStore.setState(({ isOn }) => ({ isOn: !isOn }))

/** The x-ray reveals nothing secret, but would only confuse other roles. */
export const mayXray = (user: { readonly role: string } | null): boolean => user?.role === 'TD'

/** The layer is in a file of its own, because only a TD ever sees it. */
const XrayLayer = late(async () => (await import(/* webpackChunkName: "tools" */ './xray-layer.tsx')).XrayLayer, {
  what: 'The x-ray',
  failed: LateAnswer,
})

/** Shows a TD which part draws what, and which module answered, after Alt+Shift+X or by the account menu. */
export function Xray() {
  const { user } = useAuth()
  const isOn = useXrayStore((xray) => xray.isOn)
  const isAllowed = mayXray(user)
  useEffect(() => {
    if (!isAllowed) return
    const toggle = (event: KeyboardEvent) => {
      // The key is known by its place: with Alt, some keyboards write another letter.
      if (event.code !== 'KeyX' || !event.altKey || !event.shiftKey) return
      event.preventDefault()
      toggleXray()
    }
    addEventListener('keydown', toggle)
    return () => removeEventListener('keydown', toggle)
  }, [isAllowed])
  return isAllowed && isOn ? <XrayLayer onClose={toggleXray} /> : null
}
