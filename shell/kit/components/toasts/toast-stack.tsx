import { Toast } from '@base-ui/react/toast'
import { drawToasts, type ToastMessage, toastDuration } from '@ultimate/kit/components/toasts/toast.ts'
import { useWaitingSends, type WaitingSend } from '@ultimate/kit/sending/send-from-toast.ts'
import { CircleAlert, CircleCheck, WifiOff, X } from 'lucide-react'
import { useEffect } from 'react'
import { floatsInPassing } from '../layout/floating.ts'
import styles from './toast-stack.module.css'

interface ToastData {
  readonly tone: ToastMessage['tone'] | 'waiting'
}

const manager = Toast.createToastManager<ToastData>()

/** Draws the toasts, at most three at a time, in a polite live region at the lower edge. */
export function ToastStack() {
  return (
    <Toast.Provider toastManager={manager} timeout={toastDuration} limit={3}>
      <Toast.Portal>
        <Toast.Viewport ref={floatsInPassing} className={styles['viewport']}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastData>()
  useEffect(() => drawToasts(add), [])
  useEffect(drawWaitingSends, [])
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles['toast']} swipeDirection={['down', 'left', 'right']}>
      <Toast.Content className={styles['content']}>
        <ToneIcon tone={toast.data?.tone} />
        <Toast.Title className={styles['title']} render={<p />} />
        {toast.actionProps && <Toast.Action className={styles['action']} />}
        {/* The library hides it from readers until something in the stack has focus, though the Tab key reaches it. */}
        <Toast.Close className={styles['close']} aria-label="Dismiss" aria-hidden={false}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function ToneIcon({ tone }: { readonly tone: ToastData['tone'] | undefined }) {
  if (tone === 'waiting') return <WifiOff aria-hidden="true" />
  if (tone === 'error') return <CircleAlert className={styles['bad']} aria-label="Error:" role="img" />
  return <CircleCheck className={styles['good']} aria-hidden="true" />
}

function add({ tone, action, duration, text }: ToastMessage | (Omit<ToastMessage, 'tone'> & ToastData)): string {
  const id = manager.add({
    title: text,
    timeout: duration,
    data: { tone },
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id)
          action.run()
        },
      },
    }),
  })
  return id
}

/** Shows each command that waits for the connection for as long as it waits, with Cancel. Returns how to stop. */
function drawWaitingSends(): () => void {
  const drawn = new Map<WaitingSend, string>()
  const draw = () => {
    const { waiting } = useWaitingSends.getState()
    for (const [send, id] of drawn) {
      if (waiting.includes(send)) continue
      manager.close(id)
      drawn.delete(send)
    }
    for (const send of waiting) {
      if (drawn.has(send)) continue
      const text = `${send.what}: Will be sent when you’re back online`
      const action = { label: 'Cancel', run: send.cancel }
      drawn.set(send, add({ tone: 'waiting', text, duration: 0, action }))
    }
  }
  draw()
  return useWaitingSends.subscribe(draw)
}
